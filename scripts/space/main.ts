import { parseArgs } from 'node:util';
import { createClient, SpaceError } from '@space/client';
import { canUseFields } from '@space/contracts/core';
import { ConfigError } from '@space/runtime';
import { commands } from './commands.ts';
import { operatorConnection } from './connection.ts';
import { deadLetterCommands } from './dead-letters.ts';
import { formatResult } from './format-result.ts';

/** `npm run space`: commands of the operator for Spaces, keys, agents and dead letters, and `listen`. `--json` prints JSON. */
const text = { type: 'string' } as const;

const help = (): string =>
  `Usage: npm run space -- <command> [--json]\n\n${[...Object.values(commands), ...Object.values(deadLetterCommands)]
    .map(({ usage, summary }) => `  ${usage}\n      ${summary}\n`)
    .join('')}`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      name: text,
      space: text,
      scopes: text,
      agent: text,
      expires: text,
      mode: text,
      platform: text,
      server: text,
      identifier: text,
      types: text,
      ...Object.fromEntries(Object.keys(canUseFields).map((kind) => [kind, text])),
      'forward-to': text,
      service: text,
      all: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [noun = '', verb = '', ...words] = positionals;
  const name = `${noun} ${verb}`.trim();
  const command = commands[name];
  const deadLetterCommand = deadLetterCommands[name];
  const { json = false, all = false, help: _help, ...options } = values;
  const print = (answer: unknown): void => void process.stdout.write(json ? `${JSON.stringify(answer, null, 2)}\n` : formatResult(answer));
  if (values.help || positionals.length === 0) process.stdout.write(help());
  else if (deadLetterCommand) print(await deadLetterCommand.run({ ...options, all }, words));
  else if (!command) throw new ConfigError(`There is no command "${positionals.join(' ')}".\n\n${help()}`);
  else {
    const { base_url, operator_token, space_id } = operatorConnection();
    const client = createClient({ base_url, api_key: operator_token });
    const answer = await command.run(client, { space: space_id, secret: process.env.SOCIAL_SECRET, ...options }, words, {
      base_url,
      untilEnded,
      json,
      print: (line) => void process.stdout.write(`${line}\n`),
    });
    if (answer !== undefined) print(answer);
  }
} catch (error) {
  const known =
    error instanceof ConfigError || error instanceof SpaceError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
  const unreachable = error instanceof TypeError && error.message === 'fetch failed';
  process.stderr.write(
    unreachable
      ? 'The API does not answer; is it running (npm start)?\n'
      : known
        ? `${(error as Error).message}\n`
        : `${(error as Error).stack}\n`,
  );
  process.exitCode = 1;
}

/** Returns a signal that SIGINT or SIGTERM aborts; a second signal ends the process immediately. */
function untilEnded(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  return ending.signal;
}
