import type { Actor } from '@space/contracts/core';
import { MINUTE_MS, SECOND_MS } from '@space/time';
import type { CommonQueryMethods } from 'slonik';
import type { ContentTables } from '../kinds/content-tables-sql.ts';
import { gatherChanges } from './gatherings.queries.ts';
import { advanceContent } from './updates.queries.ts';

/** The times after which the changes of editors are announced: after a pause, and at the latest after the first of them. */
const GATHER_DELAYS = { quiet_ms: 30 * SECOND_MS, most_ms: 5 * MINUTE_MS };

/** Stored changes of editors: those after `version` up to `last_version`. */
interface StoredChanges {
  readonly space: string;
  readonly id: string;
  readonly version: number;
  readonly last_version: number;
}

/**
 * Notes that a thing, which is locked, has new changes of editors. What is derived from its content is stale then, and their event comes with
 * those of later changes.
 */
export async function gatherUpdates(
  tx: CommonQueryMethods,
  tables: ContentTables,
  { space, id, version, last_version }: StoredChanges,
  actors: readonly [Actor, ...Actor[]],
  now: string,
): Promise<void> {
  await advanceContent(tx, tables, { space, id, version: last_version, actor: actors.at(-1)! }, true, now);
  await gatherChanges(tx, tables, { space, id, version: version + 1, actors: distinct(actors) }, now, GATHER_DELAYS);
}

/** Returns actors one time each. */
const distinct = (actors: readonly Actor[]): Actor[] => [...new Map(actors.map((actor) => [`${actor.kind} ${actor.id}`, actor])).values()];
