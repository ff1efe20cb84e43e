import type { OutputOf } from '@space/contracts/core';
import type { rows } from '@space/contracts/tables';
import { isoTime } from '@space/database';
import { noCells, type VersionCells } from '../present/cell-changes.ts';
import type { VersionRow } from './row-versions.queries.ts';

/** One version of a row as the wire shows it, with its cells before and after where the wire has what changed. */
export interface RowVersionChange extends Omit<RowVersion, 'changes'> {
  readonly from: VersionCells;
  readonly to: VersionCells;
}

type RowVersion = OutputOf<(typeof rows)['operations']['history']>['data'][number];

/** Says that a row was gone until then: the image that a restore leaves, valid never (snapshots/restore-rows.ts). */
const isReturnMarker = ({ from_seq, to_seq }: VersionRow): boolean => from_seq === to_seq;

/**
 * The story of a row from its versions, newest first. Each version tells how it began; one that ended with nothing in its
 * place also tells that, under the number it ended with. `isFollowed` says whether something came after the first.
 * `isWhole` says that the last one is the oldest there is.
 */
export function toVersionResponses(versions: readonly VersionRow[], isFollowed: boolean, isWhole: boolean): RowVersionChange[] {
  const told: RowVersionChange[] = [];
  let newer: VersionRow | undefined;
  for (const [index, version] of versions.entries()) {
    const older = versions[index + 1];
    if (!isReturnMarker(version)) {
      const isReplaced = newer ? !isReturnMarker(newer) : isFollowed;
      if (version.op === 'd' || (version.op === 'r' && !isReplaced))
        told.push({
          version: version.to_seq!,
          at: isoTime(version.ended_at!),
          action: 'deleted',
          actor: version.ended_by,
          from: version,
          to: noCells,
        });
      if (older || isWhole) told.push(toStartResponse(version, older));
    }
    newer = version;
  }
  return told;
}

function toStartResponse(version: VersionRow, older: VersionRow | undefined): RowVersionChange {
  const own = { version: version.from_seq, at: isoTime(version.updated_at), actor: version.updated_by, to: version };
  if (older?.op === 'u') return { ...own, action: 'updated', from: older };
  if (!older) {
    // The oldest version that is kept need not be the first: what it changed is no longer known then.
    const isFirst = version.created_at === version.updated_at;
    return isFirst ? { ...own, action: 'created', from: noCells } : { ...own, action: 'updated', from: version };
  }
  if (older.op === 'd') return { ...own, action: 'restored', from: noCells };
  // A restore brings a row back with the times and authors it had: when and by whom it came back, its end before says.
  return { ...own, action: 'restored', at: isoTime(older.ended_at!), actor: older.ended_by, from: isReturnMarker(older) ? noCells : older };
}
