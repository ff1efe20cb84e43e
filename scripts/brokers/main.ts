import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { startBrokers } from './brokers.ts';
import { type CommandLine, CommandLineError, HELP, readCommandLine } from './command-line.ts';
import { BrokersFailure } from './failure.ts';
import type { Brokers } from './options.ts';

/** `npm run brokers`: exits with 64 for invalid arguments and with 69 if there are no brokers. */
const USAGE = 64;
const UNAVAILABLE = 69;
const NOT_FOUND = 127;
const SIGNAL_BASE = 128;

const report = (line: string): void => void process.stderr.write(`${line}\n`);

async function main(words: readonly string[]): Promise<number> {
  const line = readCommandLine(words);
  if (line.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const death = Promise.withResolvers<number>();
  const onDeath = (failure: BrokersFailure): void => {
    report(failure.message);
    death.resolve(UNAVAILABLE);
  };
  const brokers = await startBrokers({ ...line, report, onDeath });
  try {
    return line.command ? await runCommand(line.command, brokers) : await stay(brokers, line, death.promise);
  } finally {
    await brokers.stop();
  }
}

/** Prints the addresses and waits for a signal or the death of a broker. */
async function stay(
  { nats_url, kafka_brokers, source, folder, nats, kafka }: Brokers,
  { json }: CommandLine,
  death: Promise<number>,
): Promise<number> {
  const stopped = new Promise<number>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(0));
    // Signal handlers alone do not keep the event loop alive.
    setInterval(() => {}, 60_000);
  });
  if (json)
    process.stdout.write(`${JSON.stringify({ nats_url, kafka_brokers, source, folder, nats_pid: nats?.pid, kafka_pid: kafka?.pid })}\n`);
  else process.stdout.write(`NATS_URL=${nats_url}\nKAFKA_BROKERS=${kafka_brokers}\n`);
  report(`Both answer (${source}${folder ? `, logs in ${folder}` : ''}). Ctrl-C stops what was started.`);
  return Promise.race([stopped, death]);
}

/** Runs a command while the brokers are up and returns its exit code, as a shell would. */
function runCommand([program, ...args]: readonly [string, ...string[]], { nats_url, kafka_brokers }: Brokers): Promise<number> {
  const env = { ...process.env, NATS_URL: nats_url, KAFKA_BROKERS: kafka_brokers };
  const child = spawn(program, args, { stdio: 'inherit', env, shell: args.length === 0 });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the command as well; a second SIGINT would often mean "abort now".
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  return new Promise((resolve) => {
    child.once('error', (error) => {
      report(error.message);
      resolve(NOT_FOUND);
    });
    child.once('exit', (code, signal) => resolve(code ?? SIGNAL_BASE + constants.signals[signal!]));
  });
}

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof BrokersFailure || error instanceof CommandLineError)) throw error;
  report(error.message);
  process.exit(error instanceof CommandLineError ? USAGE : UNAVAILABLE);
}
