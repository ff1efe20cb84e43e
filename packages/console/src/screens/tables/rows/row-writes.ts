import { ApiError, asApiError } from '../../../api/api-error.ts';
import { type SpaceClient, spaceClient } from '../../../api/space-client.ts';
import { chunks } from '../../../grid/paste-plan.ts';
import type { Row } from '../table/table.ts';

/** Times that a change is tried again after someone changed other cells of the row. */
const MAX_ATTEMPTS = 3;

/** A row as it was read, with the ETag that a change is based on. */
export interface ReadRow {
  readonly row: Row;
  readonly etag: string | undefined;
}

/** Cells of one row to write, by column key. */
export type Cells = Readonly<Record<string, unknown>>;

/** A cell that someone else changed after it was shown. */
export interface CellConflict extends ReadRow {
  readonly column: string;
  readonly mine: unknown;
}

/** The versions of rows before a change; null if the row did not exist. */
type Versions = NonNullable<Awaited<ReturnType<SpaceClient['rows']['update_bulk']>>['previous_versions']>;

/** Reads a row with its ETag. */
export async function readRow(space_id: string, table_id: string, row_id: string): Promise<ReadRow> {
  let etag: string | undefined;
  const onResponse = ({ headers }: Response) => {
    etag = headers.get('etag') ?? undefined;
  };
  const row = await spaceClient(space_id).rows.get({ table_id, row_id }, { onResponse });
  return { row, etag };
}

/** The row after a change, and the version before it; null if returning to it does not undo everything. */
export type ChangedRow = Awaited<ReturnType<SpaceClient['rows']['update']>>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** A change of one cell: the value that was shown, the new one, and the read that began with the editing. */
export interface CellChange {
  readonly space_id: string;
  readonly table_id: string;
  readonly row_id: string;
  readonly column: string;
  readonly shown: unknown;
  readonly value: unknown;
  readonly reading: Promise<ReadRow>;
}

/**
 * Writes a cell if it still has the value that was shown, and returns the row; otherwise returns the conflict. A change of other cells
 * of the row is not a conflict. Rejects with ApiError for a refused value, and with 404 for a row that was deleted.
 */
export async function writeCell(change: CellChange): Promise<ChangedRow | CellConflict> {
  const { space_id, table_id, row_id, column, shown, value } = change;
  let read = await change.reading;
  for (let attempt = 1; ; attempt += 1) {
    if (!isSame(read.row.data[column], shown)) return { ...read, column, mine: value };
    try {
      return await overwriteCell(space_id, table_id, read, { [column]: value });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || attempt === MAX_ATTEMPTS) throw error;
      read = await readRow(space_id, table_id, row_id);
    }
  }
}

/** Writes cells of a row as it was read. Rejects with ApiError; status 412 means that it was changed since. */
export const overwriteCell = (space_id: string, table_id: string, { row, etag }: ReadRow, data: Cells): Promise<ChangedRow> =>
  spaceClient(space_id).rows.update(
    { table_id, row_id: row.id, data: { ...data } as Row['data'], typecast: true },
    { ...(etag !== undefined && { if_match: etag }) },
  );

/** The changes of one row. */
export interface RowChange {
  readonly row_id: string;
  readonly data: Cells;
}

/** The result of many changes: the versions before, and the cells that were refused with the reason. */
export interface BulkResult {
  readonly versions: readonly Versions[];
  readonly refused: readonly { readonly row_id: string; readonly column: string; readonly reason: string }[];
  /** The refusals of calls that create rows. */
  readonly failures: readonly ApiError[];
  readonly written: number;
}

/**
 * Writes many rows in calls of at most 100. A call is all or nothing: if the service names the rows that are wrong, the others are sent
 * again without them. A refused call does not stop the next one.
 */
export async function writeRows(
  space_id: string,
  table_id: string,
  updates: readonly RowChange[],
  creates: readonly Cells[],
): Promise<BulkResult> {
  const { rows } = spaceClient(space_id);
  const versions: Versions[] = [];
  const refused: { row_id: string; column: string; reason: string }[] = [];
  const failures: ApiError[] = [];
  let written = 0;
  async function update(part: readonly RowChange[], isFirst: boolean): Promise<void> {
    try {
      const input = part.map(({ row_id, data }) => ({ row_id, data: { ...data } as Row['data'] }));
      const { previous_versions } = await rows.update_bulk({ table_id, updates: input, typecast: true });
      versions.push(previous_versions ?? []);
      written += part.length;
    } catch (error) {
      const wrong = wrongRows(error, 'updates');
      const rest = part.filter((_, index) => !wrong.has(index));
      const canSplit = isFirst && wrong.size > 0 && rest.length > 0;
      for (const [index, { row_id, data }] of part.entries())
        if (wrong.has(index) || !canSplit) refused.push(...reasonsOf(row_id, data, wrong.get(index), asApiError(error).message));
      if (canSplit) await update(rest, false);
    }
  }
  for (const part of chunks(updates)) await update(part, true);
  for (const part of chunks(creates)) {
    try {
      const { data } = await rows.create_bulk({ table_id, rows: part.map((cells) => ({ ...cells }) as Row['data']), typecast: true });
      versions.push(data.map(({ id }) => ({ row_id: id, version: null })));
      written += part.length;
    } catch (error) {
      failures.push(asApiError(error));
    }
  }
  return { versions, refused, failures, written };
}

type Reasons = ReadonlyMap<string, string>;

/** Returns the rows that a refusal names by their place in the call, with the reasons by column. */
export function wrongRows(error: unknown, list: string): ReadonlyMap<number, Reasons> {
  const wrong = new Map<number, Map<string, string>>();
  for (const { path, message } of asApiError(error).errors) {
    const [, place, column = ''] = new RegExp(`^${list}[.[](\\d+)\\]?(?:\\.data)?(?:\\.(.+))?$`).exec(path) ?? [];
    if (place === undefined) continue;
    const reasons = wrong.get(Number(place)) ?? new Map<string, string>();
    wrong.set(Number(place), reasons.set(column, message));
  }
  return wrong;
}

const reasonsOf = (row_id: string, data: Cells, reasons: Reasons | undefined, otherwise: string) =>
  Object.keys(data).map((column) => ({
    row_id,
    column,
    reason: reasons?.get(column) ?? reasons?.get('') ?? (reasons ? 'Another cell of this row was refused.' : otherwise),
  }));

/** Returns rows to the versions before a change, the last call first. Rejects when rows were changed since, and says how many. */
export async function revertRows(space_id: string, table_id: string, versions: readonly Versions[]): Promise<void> {
  let conflicts = 0;
  for (const part of versions.toReversed()) {
    if (part.length === 0) continue;
    const answer = await spaceClient(space_id).rows.revert_bulk({ table_id, versions: part, skip_changed: true });
    conflicts += answer.conflicts;
  }
  if (conflicts > 0)
    throw new ApiError(`${conflicts === 1 ? 'One row was' : `${conflicts} rows were`} changed since, and stays as it is.`, {
      status: 409,
      code: 'conflict',
    });
}
