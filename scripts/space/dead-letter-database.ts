import { join } from 'node:path';
import { type Database, openDatabase } from '@space/database';
import { runningEmbeddedUrl } from '@space/database/embedded';
import { listUndelivered, redeliver } from '@space/event-log';
import { ConfigError, databaseOf, readConfig } from '@space/runtime';
import { serviceEntries } from '../../services/manifest.ts';
import { UsageError } from './command.ts';

const schemas = {
  consumers: [...new Set(serviceEntries.filter((entry) => entry.consumer_groups.length > 0).map(({ schema }) => schema))],
  outboxes: [...new Set(serviceEntries.filter((entry) => entry.emits).map(({ schema }) => schema))],
};

/** Returns the dead letters and missed events of a service, or of all, as a list. */
export const listDeadLetters = (service: string | undefined) =>
  onDatabase(async (database) => ({ data: await listUndelivered(database, schemas, groupsOf(service)) }));

/** Delivers events again to the consumer groups that did not process them: those with the ids, or all of a service if there are none. */
export const redeliverDeadLetters = (service: string | undefined, ids: readonly string[] | undefined) =>
  onDatabase(async (database) => {
    const redelivered = await redeliver(database, schemas, { groups: groupsOf(service), ...(ids && { ids }) });
    const left = ids ?? (await listUndelivered(database, schemas, groupsOf(service))).map(({ id }) => id);
    return { redelivered, not_redelivered: left.filter((id) => !redelivered.includes(id)) };
  });

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
