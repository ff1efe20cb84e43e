import { parseArgs } from 'node:util';
import { type BrokersSource, sources } from './options.ts';

/** The options of `npm run brokers`. */
export interface CommandLine {
  readonly help: boolean;
  readonly json: boolean;
  readonly natsPort?: number;
  readonly kafkaPort?: number;
  readonly folder?: string;
  readonly sources?: readonly BrokersSource[];
  /** A program and its arguments, to run while the brokers are up. A single word is run by the shell. */
  readonly command?: readonly [string, ...string[]];
}

/** Invalid arguments; the message is one sentence for the user. */
export class CommandLineError extends Error {}

export const HELP = `npm run brokers -- [options] [--exec <command...>]

Starts NATS and Kafka, prints NATS_URL and KAFKA_BROKERS, and stops them on Ctrl-C.

  --exec <command...>  run a command with NATS_URL and KAFKA_BROKERS set, stop the
                       brokers afterwards and exit with its code; \`-- <command...>\` is the same
  --nats-port <port>   by default a free one
  --kafka-port <port>  by default a free one
  --folder <folder>    store data and logs there; by default they are removed at the end
  --source <source>    only this source: ${sources.join(', ')}
  --json               print one line of JSON instead
  --help
`;

/** Reads the words after `npm run brokers --`. */
export function readCommandLine(words: readonly string[]): CommandLine {
  const cut = words.findIndex((word) => word === '--' || word === '--exec');
  const [first, ...rest] = cut < 0 ? [] : words.slice(cut + 1);
  if (cut >= 0 && first === undefined) throw new CommandLineError(`${words[cut]} needs a command.`);
  const values = readOptions(cut < 0 ? words : words.slice(0, cut));
  return {
    help: values.help ?? false,
    json: values.json ?? false,
    ...(values['nats-port'] === undefined ? {} : { natsPort: readPort(values['nats-port']) }),
    ...(values['kafka-port'] === undefined ? {} : { kafkaPort: readPort(values['kafka-port']) }),
    ...(values.folder === undefined ? {} : { folder: values.folder }),
    ...(values.source === undefined ? {} : { sources: [readSource(values.source)] }),
    ...(first === undefined ? {} : { command: [first, ...rest] }),
  };
}

function readOptions(words: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args: [...words],
      options: { help: flag, json: flag, 'nats-port': text, 'kafka-port': text, folder: text, source: text },
    }).values;
  } catch (error) {
    throw new CommandLineError((error as Error).message);
  }
}

function readPort(word: string): number {
  const port = /^\d+$/.test(word) ? Number(word) : 0;
  if (port < 1 || port > 65_535) throw new CommandLineError(`${word} is not a port.`);
  return port;
}

function readSource(word: string): BrokersSource {
  const source = sources.find((name) => name === word);
  if (!source) throw new CommandLineError(`${word} is not a source; the sources are ${sources.join(', ')}.`);
  return source;
}
