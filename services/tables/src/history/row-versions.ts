import type { OutputOf } from '@space/contracts/core';
import type { rows } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import { noCells, type VersionCells } from '../present/cell-changes.ts';
import type { VersionRow } from './row-versions.queries.ts';

/** A row version in response format, with stored cells before and after it in place of the changes. */
export interface RowVersionChange extends Omit<RowVersion, 'changes'> {
  readonly from: VersionCells;
  readonly to: VersionCells;
}

type RowVersion = OutputOf<(typeof rows)['operations']['history']>['data'][number];

/** Returns true if a version marks the return of a row, as a restore of a snapshot writes it (snapshots/restore-rows.queries.ts). */
const isReturnMarker = ({ from_seq, to_seq }: VersionRow): boolean => from_seq === to_seq;

/**
 * Returns the history of a row from its versions, newest first. Each version yields its begin. A version without
 * successor also yields its end. `isFollowed` is true if a version follows the first one. `isWhole` is true if the last
 * one is the oldest version ever.
 */
export function toVersionResponses(versions: readonly VersionRow[], isFollowed: boolean, isWhole: boolean): RowVersionChange[] {
  const entries: RowVersionChange[] = [];
  let newer: VersionRow | undefined;
  for (const [index, version] of versions.entries()) {
    const older = versions[index + 1];
    if (!isReturnMarker(version)) {
      const isReplaced = newer ? !isReturnMarker(newer) : isFollowed;
      if (version.op === 'd' || (version.op === 'r' && !isReplaced))
        entries.push({
          version: version.to_seq!,
          created_at: isoTime(version.ended_at!),
          action: 'deleted',
          actor: version.ended_by,
          from: version,
          to: noCells,
        });
      if (older || isWhole) entries.push(toStartResponse(version, older));
    }
    newer = version;
  }
  return entries;
}

function toStartResponse(version: VersionRow, older: VersionRow | undefined): RowVersionChange {
  const own = { version: version.from_seq, created_at: isoTime(version.updated_at), actor: version.updated_by, to: version };
  if (older?.op === 'u') return { ...own, action: 'updated', from: older };
  if (!older) {
    // The oldest stored version is not always the first. Its changes are unknown then.
    const isFirst = version.created_at === version.updated_at;
    return isFirst ? { ...own, action: 'created', from: noCells } : { ...own, action: 'updated', from: version };
  }
  if (older.op === 'd') return { ...own, action: 'restored', from: noCells };
  // A restore inserts a row with its original times and authors. The end of the previous version holds the time and
  // author of the return.
  return {
    ...own,
    action: 'restored',
    created_at: isoTime(older.ended_at!),
    actor: older.ended_by,
    from: isReturnMarker(older) ? noCells : older,
  };
}
