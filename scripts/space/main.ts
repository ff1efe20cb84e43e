import { createClient, SpaceError } from '@space/client';
import { ConfigError } from '@space/runtime/config';
import { UsageError } from './command.ts';
import { commands } from './commands.ts';
import { operatorConnection } from './connection.ts';
import { deadLetterCommands } from './dead-letters.ts';
import { formatResult } from './format-result.ts';
import { commandHelp, help, isGroup, usageOf } from './help.ts';
import { commandName, parseCommandLine } from './options.ts';

/**
 * `npm run space`: commands for Spaces, people, keys, agents, tables, events, deliveries, dead letters and the installation. `--json`
 * prints JSON. The exit code is 0, 1 when the command failed, or 2 when the command line is wrong.
 */
const [FAILED, MISUSED] = [1, 2];

try {
  await run();
} catch (error) {
  const { message, exitCode } = failureOf(error as Error);
  process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
}

async function run(): Promise<void> {
  const { words, options, flags } = parseCommandLine(process.argv.slice(2));
  const name = commandName(words);
  const rest = words.slice(name.split(' ').length);
  const command = commands[name];
  const deadLetterCommand = deadLetterCommands[name];
  const known = command ?? deadLetterCommand;
  const write = (line: string): void => void process.stdout.write(line);
  if (words.length === 0) return write(help());
  if (!known && flags.help && isGroup(words.join(' '))) return write(help(words[0]));
  if (!known) throw new UsageError(`There is no command "${words.join(' ')}".\n\n${help(words[0])}`);
  if (flags.help) return write(commandHelp(known));
  const unread = rest.slice(known.most_words ?? 0);
  if (unread.length > 0) throw new UsageError(`${name} does not take "${unread.join(' ')}". ${usageOf(known)}`);
  const print = (answer: unknown): void =>
    write(flags.json ? `${JSON.stringify(answer, null, 2)}\n` : formatResult(answer, known.columns, process.stdout.columns));
  if (deadLetterCommand) return print(await deadLetterCommand.run({ ...options, all: flags.all }, rest));
  const connection = operatorConnection();
  const client = createClient({ base_url: connection.base_url, api_key: connection.operator_token });
  const secrets = {
    secret: process.env.SOCIAL_SECRET,
    value: process.env.SECRET_VALUE,
    provider_secret: process.env.PROVIDER_SECRET,
    webhook_secret: process.env.WEBHOOK_SECRET,
  };
  const given = { space: connection.space_id, ...secrets, ...options, follow: flags.follow ? 'true' : undefined };
  const answer = await command!.run(client, given, rest, {
    connection,
    untilEnded,
    json: flags.json === true,
    print: (line) => write(`${line}\n`),
  });
  if (answer !== undefined) print(answer);
}

function failureOf(error: Error): { readonly message: string; readonly exitCode: number } {
  if (error instanceof UsageError) return { message: error.message, exitCode: MISUSED };
  if (error instanceof TypeError && error.message === 'fetch failed')
    return { message: 'The API does not answer; is it running (npm start)?', exitCode: FAILED };
  const isKnown = error instanceof ConfigError || error instanceof SpaceError;
  return { message: isKnown ? error.message : String(error.stack), exitCode: FAILED };
}

/** Returns a signal that SIGINT or SIGTERM aborts; a second signal ends the process immediately. */
function untilEnded(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  return ending.signal;
}
