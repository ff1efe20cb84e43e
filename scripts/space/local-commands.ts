import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { readConfig } from '@space/runtime/config';
import { type Command, countOf, UsageError } from './command.ts';
import type { OperatorConnection } from './connection.ts';
import { follow, type LogFilter, lastLines, levels } from './logs.ts';

const NORMAL_LINES = 50;
const MOST_LINES = 10_000;

/** The pages that `open` knows, by the name of each. */
const pages: Readonly<Record<string, (connection: OperatorConnection) => string | undefined>> = {
  reference: ({ base_url }) => new URL('/docs', base_url).href,
  operator: ({ base_url }) => new URL('/docs/operator', base_url).href,
  problems: ({ base_url }) => new URL('/docs/problems', base_url).href,
  public: ({ public_url }) => public_url,
  console: ({ console_url }) => console_url,
};

/** The commands about the installation itself. */
export const localCommands: Readonly<Record<string, Command>> = {
  status: {
    usage: 'status [--space spc_…]',
    summary: 'Show whether the API answers, its version, its checks and the storage of the Space; exit code 1 if it is not ready',
    example: 'status',
    async run({ settings }, { space }, _words, { connection: { base_url, metrics_url } }) {
      const { version } = (await (await fetch(new URL('/', base_url), { headers: { accept: 'application/json' } })).json()) as {
        version: string;
      };
      const health = metrics_url === undefined ? {} : await readHealth(metrics_url);
      const usage = space === undefined ? {} : { storage: await settings.get_space_usage({ space_id: space }) };
      if (health.ready === false) process.exitCode = 1;
      return { address: base_url, version, ...health, ...(space === undefined ? {} : { space }), ...usage };
    },
  },
  open: {
    usage: `open [${Object.keys(pages).join('|')}]`,
    summary:
      'Open the reference, that for operators, the list of problems, the public pages or the console in a browser, and print the address',
    example: 'open reference',
    most_words: 1,
    async run(_client, _options, [name = 'reference'], { connection }) {
      const address = pages[name]?.(connection);
      if (address === undefined) throw new UsageError(`There is no page "${name}"; name one of ${Object.keys(pages).join(', ')}.`);
      openInBrowser(address);
      return { address };
    },
  },
  logs: {
    usage: `logs [--lines ${NORMAL_LINES}] [--level ${levels.join('|')}] [--request <id>] [--follow]`,
    summary: 'Print the newest lines of the log of the standalone profile',
    example: 'logs --level warn --lines 20',
    async run(_client, options, _words, { untilEnded, json, print }) {
      const file = join(readConfig().SPACE_DATA_DIR, 'space.log');
      const level = levels.find((one) => one === options.level);
      if (options.level !== undefined && !level) throw new UsageError(`--level must be one of ${levels.join(', ')}.`);
      const filter: LogFilter = { level, request_id: options.request };
      const count = countOf(options.lines, '--lines', NORMAL_LINES, MOST_LINES);
      const end = await lastLines(file, count, filter, json, print);
      if (options.follow !== undefined) await follow(file, end, filter, json, print, untilEnded());
    },
  },
};

async function readHealth(metrics_url: string): Promise<{ readonly ready?: boolean; readonly checks?: unknown }> {
  const response = await fetch(new URL('/readyz', metrics_url));
  const { checks } = (await response.json()) as { checks?: unknown };
  return { ready: response.ok, checks };
}

/** Opens an address with the program of BROWSER, or with that of the system. Without one, the printed address is enough. */
function openInBrowser(address: string): void {
  const normal = process.platform === 'darwin' ? 'open' : process.platform === 'win32' ? 'explorer' : 'xdg-open';
  const child = spawn(process.env.BROWSER ?? normal, [address], { stdio: 'ignore', detached: true });
  child.once('error', () => {});
  child.unref();
}
