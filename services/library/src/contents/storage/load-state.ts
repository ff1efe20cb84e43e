import { Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import type { StateWork } from '../kinds/content-kind.ts';
import type { ContentRef } from '../kinds/content-row.ts';
import { findStateBefore, findUpdates } from './updates.queries.ts';

/**
 * Returns the state of a content at a version that it has had: the newest stored state before it with the updates after that one. Returns null if
 * some of them are no longer stored.
 */
export async function loadState(
  database: CommonQueryMethods,
  work: StateWork,
  space: string,
  id: string,
  version: number,
): Promise<Uint8Array | null> {
  const stored = await findStateBefore(database, work.tables, space, id, version);
  const from = stored?.version ?? 0;
  const updates = await findUpdates(database, work.tables, space, id, from, version);
  if (updates.length !== version - from) return null;
  return work.run(space, 'join_updates', { state: stored?.state ?? null, updates: updates.map(({ update }) => update) });
}

/** Returns the state of a content at its present version. */
export async function loadPresent(
  database: CommonQueryMethods,
  work: StateWork,
  space: string,
  { id, content_version }: Pick<ContentRef, 'id' | 'content_version'>,
): Promise<Uint8Array> {
  const state = await loadState(database, work, space, id, content_version);
  if (state === null) throw new Error(`updates of the ${work.tables.noun} ${id} are missing`);
  return state;
}

/** Returns the error for a version whose content is no longer stored. */
export const versionGone = (version: number): Problem =>
  new Problem('gone', `The content of version ${version} is no longer stored; list the versions to see those that are.`);
