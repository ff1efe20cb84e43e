import type { Database } from '@space/database';
import {
  findDeadLetters,
  findMissed,
  type GroupSelection,
  redeliverDeadLetters,
  redeliverMissed,
  type UndeliveredEvent,
} from './dead-letters.queries.ts';

/** The schemas that hold undelivered events. */
export interface DeadLetterSchemas {
  /** Schemas with a table `dead_letter`: those of services with consumer groups. */
  readonly consumers: readonly string[];
  /** Schemas with an outbox. */
  readonly outboxes: readonly string[];
}

/** Undelivered events of one schema and kind that a list contains at most. */
const MAX_LISTED = 1_000;

/** Returns dead letters and missed events, oldest first, of all groups or of some; at most 1,000 per schema and kind. */
export async function listUndelivered(
  database: Database,
  { consumers, outboxes }: DeadLetterSchemas,
  groups?: GroupSelection,
): Promise<UndeliveredEvent[]> {
  const lists = [
    ...(await Promise.all(consumers.map((schema) => findDeadLetters(database, schema, groups, MAX_LISTED)))),
    ...(await Promise.all(outboxes.map((schema) => findMissed(database, schema, groups, MAX_LISTED)))),
  ];
  return lists.flat().sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/**
 * Redelivers undelivered events to the group that did not process them, and to no other group. Returns the ids of those
 * that are on their way again. The rest of `ids` does not exist, belongs to another group, or is not an event.
 * Without `ids` it redelivers all.
 */
export async function redeliver(
  database: Database,
  schemas: DeadLetterSchemas,
  selection: { readonly ids?: readonly string[]; readonly groups?: GroupSelection },
): Promise<string[]> {
  const { groups, ids } = selection;
  return database.transaction(async function redeliverInTransaction(tx) {
    const redelivered: string[] = [];
    if (!ids) {
      for (const schema of schemas.consumers) redelivered.push(...(await redeliverDeadLetters(tx, schema, groups, undefined)));
      for (const schema of schemas.outboxes) redelivered.push(...(await redeliverMissed(tx, schema, groups, undefined)));
      return redelivered;
    }
    for (const [place, some] of Map.groupBy(ids.map(parseId), ({ schema, group }) => `${schema}:${group ?? ''}`)) {
      const [schema, group] = place.split(':') as [string, string];
      const numbers = some.map(({ number }) => number);
      if (group === '' && schemas.consumers.includes(schema))
        redelivered.push(...(await redeliverDeadLetters(tx, schema, groups, numbers)));
      if (group !== '' && schemas.outboxes.includes(schema) && (groups?.includes(group) ?? true))
        redelivered.push(...(await redeliverMissed(tx, schema, [group], numbers)));
    }
    return redelivered;
  });
}

/** Returns the parts of an id of `UndeliveredEvent`; an id of another form has the schema '' and matches nothing. */
function parseId(id: string): { readonly schema: string; readonly group?: string; readonly number: string } {
  const parts = /^([a-z0-9_]+):(?:([a-z0-9_-]+):)?(\d{1,18})$/.exec(id);
  if (!parts) return { schema: '', number: '0' };
  const [, schema, group, number] = parts as unknown as [string, string, string | undefined, string];
  return group === undefined ? { schema, number } : { schema, group, number };
}
