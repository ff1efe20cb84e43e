import { Resolver } from 'node:dns/promises';
import { existsSync, readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Failpoint } from './failpoints.ts';

/**
 * Preloaded into the processes of a cluster with failpoints. A file `<service>.fail` in SPACE_TEST_FAILPOINTS kills the
 * process before it sends a statement, or when it has received the rows. The files `<service>.wall` and
 * `<service>.database` contain milliseconds by which the wall clock and the clock read from Postgres are moved.
 */
const folder = process.env.SPACE_TEST_FAILPOINTS!;
const service = /services\/([a-z]+)\/src\/main\.ts$/.exec(process.argv[1] ?? '')?.[1] ?? 'other';
const failFile = join(folder, `${service}.fail`);

const client = pg.Client.prototype as unknown as { query(...args: unknown[]): unknown };
const query = client.query;
let firstValue: unknown;

client.query = function (this: unknown, ...args: unknown[]) {
  const [config, values] = args as [string | { text?: string; values?: unknown[] }, unknown[]?];
  const text = typeof config === 'string' ? config : (config?.text ?? '');
  if (text.includes('clock_timestamp()') && text.includes('as at'))
    return (query.apply(this, args) as Promise<{ rows: { at: number }[] }>).then((answer) => ({
      ...answer,
      rows: answer.rows.map(({ at }) => ({ at: Number(at) + moved.database })),
    }));
  const failpoint = existsSync(failFile) ? (JSON.parse(readFileSync(failFile, 'utf8')) as Failpoint) : undefined;
  if (!failpoint || !new RegExp(failpoint.statement).test(text)) return query.apply(this, args);
  const die = () => {
    unlinkSync(failFile);
    process.kill(process.pid, 'SIGKILL');
  };
  const first = (typeof config === 'string' ? values : config.values)?.[0];
  const isMoved = firstValue !== undefined && firstValue !== first;
  firstValue = first;
  if (failpoint.when === 'before' || (failpoint.when === 'before a new place' && isMoved)) die();
  const answer = query.apply(this, args) as Promise<{ rows: unknown[] }>;
  if (failpoint.when === 'after rows')
    void answer.then(
      ({ rows }) => rows.length > 0 && die(),
      () => {},
    );
  return answer;
};

const realNow = Date.now;
const moved = { wall: 0, database: 0 };
const readClocks = (): void => {
  for (const clock of ['wall', 'database'] as const) {
    const file = join(folder, `${service}.${clock}`);
    moved[clock] = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  }
};
readClocks();
setInterval(readClocks, 50).unref();
Date.now = () => realNow() + moved.wall;

/** SPACE_TEST_DNS replaces the name servers of the machine. */
const nameServer = process.env.SPACE_TEST_DNS;
const configured = new WeakSet<Resolver>();
if (nameServer)
  for (const method of ['resolve4', 'resolve6'] as const) {
    const resolve = Resolver.prototype[method] as (this: Resolver, hostname: string) => Promise<string[]>;
    Object.assign(Resolver.prototype, {
      [method](this: Resolver, hostname: string) {
        // The servers cannot be changed while a query is running.
        if (!configured.has(this)) this.setServers([nameServer]);
        configured.add(this);
        return resolve.call(this, hostname);
      },
    });
  }
