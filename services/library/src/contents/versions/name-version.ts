import { Problem } from '@space/contracts/core';
import type { CommonQueryMethods } from 'slonik';
import { assertNotTrashed } from '../kinds/assert-editable.ts';
import type { ContentKind, ContentTypes } from '../kinds/content-kind.ts';
import type { ContentRow } from '../kinds/content-row.ts';
import { loadState, versionGone } from '../storage/load-state.ts';
import { type ContentVersion, versionOf } from './find-version.ts';
import { countNamed, removeLabel, storeCheckpoint } from './versions.queries.ts';

/** A name for a version of a content; null takes it away. */
export interface VersionName {
  readonly version: number;
  readonly label: string | null;
}

/** Returns the content of a version that gets a name; null for one that loses it. Throws `conflict`, `not_found` and `gone`. */
export async function stateToName<T extends ContentTypes>(
  database: CommonQueryMethods,
  { tables, work }: Pick<ContentKind<T>, 'tables' | 'work'>,
  row: ContentRow,
  { version, label }: VersionName,
): Promise<Uint8Array | null> {
  assertNotTrashed(row);
  await versionOf(database, tables, row, version);
  if (label === null) return null;
  const state = await loadState(database, work, row.space_id, row.id, version);
  if (state === null) throw versionGone(version);
  return state;
}

/** Gives a version of a content, which is locked, a name and stores its state, or takes the name away. Throws `limit_reached`. */
export async function storeName<T extends ContentTypes>(
  tx: CommonQueryMethods,
  { tables, limits }: Pick<ContentKind<T>, 'tables' | 'limits'>,
  row: ContentRow,
  { version, label }: VersionName,
  state: Uint8Array | null,
): Promise<ContentVersion & { readonly id: string; readonly label_before: string | null }> {
  const { space_id: space, id } = row;
  const before = await versionOf(tx, tables, row, version);
  if (state === null || label === null) await removeLabel(tx, tables, space, id, version);
  else {
    if ((await countNamed(tx, tables, space, id, version)) >= limits.named_versions)
      throw new Problem(
        'limit_reached',
        `A ${tables.noun} has at most ${limits.named_versions} named versions; take the name of one away first.`,
      );
    const { created_by: actor, created_at } = before;
    await storeCheckpoint(tx, tables, { space, id, version, state, label, actor, created_at });
  }
  return { ...(await versionOf(tx, tables, row, version)), id, label_before: before.label };
}
