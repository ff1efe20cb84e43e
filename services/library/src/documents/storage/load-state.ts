import { Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import type { TextWork } from '../texts/text-work.ts';
import { findStateBefore, findUpdates } from './updates.queries.ts';

/**
 * Returns the state of a document at a version that it has had: the newest stored state before it with the updates after that one. Returns null if
 * some of them are no longer stored.
 */
export async function loadState(
  database: CommonQueryMethods,
  texts: TextWork,
  space: string,
  id: string,
  version: number,
): Promise<Uint8Array | null> {
  const stored = await findStateBefore(database, space, id, version);
  const from = stored?.version ?? 0;
  const updates = await findUpdates(database, space, id, from, version);
  if (updates.length !== version - from) return null;
  return texts.run(space, 'join_updates', { state: stored?.state ?? null, updates: updates.map(({ update }) => update) });
}

/** Returns the state of a document at its present version. */
export async function loadPresent(
  database: CommonQueryMethods,
  texts: TextWork,
  space: string,
  { id, content_version }: { readonly id: string; readonly content_version: number },
): Promise<Uint8Array> {
  const state = await loadState(database, texts, space, id, content_version);
  if (state === null) throw new Error(`updates of the document ${id} are missing`);
  return state;
}

/** Returns the error for a version whose content is no longer stored. */
export const versionGone = (version: number): Problem =>
  new Problem('gone', `The content of version ${version} is no longer stored; list the versions to see those that are.`);
