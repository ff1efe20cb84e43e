import { join } from 'node:path';
import { type Database, openDatabase } from '@space/database';
import { runningEmbeddedUrl } from '@space/database/embedded';
import { listUndelivered, redeliver } from '@space/event-log';
import { ConfigError, databaseOf, readConfig } from '@space/runtime';
import { serviceEntries } from '../../services/manifest.ts';
import { UsageError } from './command.ts';

/** One command that works on the database, because the API does not show the events of other Spaces. */
interface DatabaseCommand {
  readonly usage: string;
  readonly summary: string;
  readonly example: string;
  /** The columns of a list for people. */
  readonly columns?: readonly string[];
  /** The most words after the name; default 0. */
  readonly most_words?: number;
  /** Returns the result to print. */
  run(options: { readonly service?: string; readonly all?: boolean }, ids: readonly string[]): Promise<unknown>;
}

const schemas = {
  consumers: [...new Set(serviceEntries.filter((entry) => entry.consumer_groups.length > 0).map(({ schema }) => schema))],
  outboxes: [...new Set(serviceEntries.filter((entry) => entry.emits).map(({ schema }) => schema))],
};

/** The commands for events that a consumer group did not process, by name. */
export const deadLetterCommands: Readonly<Record<string, DatabaseCommand>> = {
  'dead-letters list': {
    usage: 'dead-letters list [--service <name>]',
    summary: 'List dead letters, and events that an overdue consumer group missed',
    example: 'dead-letters list --service delivery',
    columns: ['id', 'group', 'event_type', 'event_id', 'space_id', 'at', 'reason'],
    run: ({ service }) => onDatabase(async (database) => ({ data: await listUndelivered(database, schemas, groupsOf(service)) })),
  },
  'dead-letters redeliver': {
    usage: 'dead-letters redeliver <id…> | --all [--service <name>]',
    summary: 'Deliver them again, only to the consumer group that did not process them',
    example: 'dead-letters redeliver --all',
    most_words: Number.POSITIVE_INFINITY,
    async run({ service, all = false }, ids) {
      if (all === ids.length > 0) throw new UsageError('Either ids or --all is required (dead-letters list shows the ids).');
      return onDatabase(async (database) => {
        const redelivered = await redeliver(database, schemas, { groups: groupsOf(service), ...(all ? {} : { ids }) });
        const left = all ? (await listUndelivered(database, schemas, groupsOf(service))).map(({ id }) => id) : ids;
        return { redelivered, not_redelivered: left.filter((id) => !redelivered.includes(id)) };
      });
    },
  },
};

/** Returns the consumer groups of a service, or undefined for all groups. */
function groupsOf(service: string | undefined): readonly string[] | undefined {
  if (service === undefined) return undefined;
  const consuming = serviceEntries.filter((entry) => entry.consumer_groups.length > 0);
  const entry = consuming.find(({ name }) => name === service);
  if (!entry) throw new UsageError(`--service must be one of ${consuming.map(({ name }) => name).join(', ')}.`);
  return entry.consumer_groups.map(({ name }) => name);
}

/** Runs `act` on DATABASE_URL, or on the Postgres of a running standalone profile. */
async function onDatabase<T>(act: (database: Database) => Promise<T>): Promise<T> {
  const config = readConfig();
  const target = config.DATABASE_URL ? databaseOf(config) : await runningEmbeddedUrl(join(config.SPACE_DATA_DIR, 'postgres'));
  if (!target) throw new ConfigError('Set DATABASE_URL, or start the standalone profile (npm start).');
  const database = await openDatabase(target, { connections: 2 });
  return act(database).finally(() => database.end());
}
