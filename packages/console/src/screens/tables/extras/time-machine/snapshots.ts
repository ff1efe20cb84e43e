import { type SpaceClient, spaceClient } from '../../../../api/space-client.ts';

/** A saved state of a table. */
export type Snapshot = Awaited<ReturnType<SpaceClient['snapshots']['get']>>;

/** The outcome of a restore or of a dry run. */
export type Restored = Awaited<ReturnType<SpaceClient['snapshots']['restore']>>;

/** The difference from a saved state. */
export type Difference = Awaited<ReturnType<SpaceClient['snapshots']['diff']>>;

const PAGE_SIZE = 20;

/** Returns the query of the saved states of a table, newest first. */
export const snapshotPages = (space_id: string, table_id: string) => ({
  queryKey: ['space', space_id, 'snapshots', 'list', table_id] as const,
  queryFn: ({ pageParam, signal }: { readonly pageParam: string; readonly signal: AbortSignal }) =>
    spaceClient(space_id).snapshots.list({ table_id, limit: PAGE_SIZE, ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
});

const kinds: Readonly<Record<Snapshot['kind'], string>> = {
  manual: 'Saved state',
  before_restore: 'Before a restore',
  before_import: 'Before an import',
  before_change: 'Before a change',
};

/** Returns the name of a saved state: its label, else the reason why it was taken. */
export const snapshotName = ({ label, kind }: Pick<Snapshot, 'label' | 'kind'>): string => label ?? kinds[kind];

/** Returns true for a state from before an import or a change of many rows, whose rows alone can go back. */
export const isBeforeChange = ({ kind }: Pick<Snapshot, 'kind'>): boolean => kind === 'before_import' || kind === 'before_change';

const counted = (count: number, noun: string): string => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** Returns what a restore does as sentences. */
export function restoreSentences({ rows, columns_changed, views_changed, warnings }: Restored): readonly string[] {
  const all = [
    rows.reinstated > 0 && `Deleted rows that come back: ${rows.reinstated.toLocaleString('en')}.`,
    rows.reverted > 0 && `Rows that get their former cells: ${rows.reverted.toLocaleString('en')}.`,
    rows.removed > 0 && `New rows that go away: ${rows.removed.toLocaleString('en')}.`,
    columns_changed > 0 && `Columns that change: ${columns_changed.toLocaleString('en')}.`,
    views_changed > 0 && `Views that change: ${views_changed.toLocaleString('en')}.`,
  ].filter((sentence) => sentence !== false);
  return [...(all.length === 0 ? ['Nothing changes: the table is as it was.'] : all), ...warnings];
}

/** Returns the outcome of an undo of one change, as a sentence. */
export function revertSentence({
  reverted,
  conflicts,
  missing,
}: {
  readonly reverted: number;
  readonly conflicts: number;
  readonly missing: number;
}): string {
  const stays = conflicts + missing;
  const rows = `${counted(reverted, 'row')} went back.`;
  return stays === 0 ? rows : `${rows} ${counted(stays, 'row')} changed again since and ${stays === 1 ? 'stays' : 'stay'}.`;
}
