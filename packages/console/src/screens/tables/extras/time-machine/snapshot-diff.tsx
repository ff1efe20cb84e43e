import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { spaceClient } from '../../../../api/space-client.ts';
import { MoreButton } from '../../../../parts/more-button.tsx';
import { ProblemNotice } from '../../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../../parts/skeleton.tsx';
import { useSpace } from '../../../../shell/session.tsx';
import { cellText } from '../../cells/cell-text.ts';
import type { Table } from '../../table/table.ts';
import type { Difference, Snapshot } from './snapshots.ts';

const PAGE_SIZE = 50;

const words = { created: '+ created', updated: '~ changed', deleted: '− deleted' } as const;

/** Renders the rows and columns that differ from a saved state. */
export function SnapshotDiff({ table, snapshot }: { readonly table: Table; readonly snapshot: Snapshot }): ReactElement {
  const space = useSpace();
  const args = { table_id: table.id, snapshot_id: snapshot.id, limit: PAGE_SIZE };
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['space', space.id, 'snapshots', 'diff', args],
    queryFn: ({ pageParam, signal }) =>
      spaceClient(space.id).snapshots.diff({ ...args, ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    staleTime: 0,
  });
  if (!data) return error ? <ProblemNotice error={error} onRetry={refetch} /> : <Skeleton />;
  const rows = data.pages.flatMap((page) => page.data);
  const columns = data.pages[0]!.columns;
  const isSame = rows.length === 0 && Object.values(columns).every((keys) => keys.length === 0);
  return (
    <>
      {isSame && <p className="notice">Nothing has changed since.</p>}
      <ColumnChanges columns={columns} />
      {rows.length > 0 && <RowChanges table={table} rows={rows} />}
      {hasNextPage && <MoreButton label="Show more" isReading={isFetchingNextPage} onMore={fetchNextPage} />}
    </>
  );
}

function ColumnChanges({ columns }: Pick<Difference, 'columns'>): ReactElement | null {
  const changes = (['created', 'changed', 'deleted'] as const).filter((change) => columns[change].length > 0);
  if (changes.length === 0) return null;
  return (
    <ul className="notice">
      {changes.map((change) => (
        <li key={change}>
          Columns {change}: {columns[change].join(', ')}
        </li>
      ))}
    </ul>
  );
}

function RowChanges({ table, rows }: { readonly table: Table; readonly rows: Difference['data'] }): ReactElement {
  const titleOf = useTitles(table, rows);
  const byKey = new Map(table.columns.map((column) => [column.key, column]));
  const text = (key: string, value: unknown) => {
    const column = byKey.get(key);
    if (value === null || value === undefined || value === '') return 'empty';
    return (column ? cellText(column, value) : '') || (typeof value === 'object' ? JSON.stringify(value) : String(value));
  };
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Change</th>
            <th scope="col">Cells</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row_id, change, cells }) => (
            <tr key={row_id}>
              <td className="first">{titleOf(row_id) ?? <span className="mono">{row_id}</span>}</td>
              <td data-label="Change">{words[change]}</td>
              <td className="bare">
                <ul className="changes">
                  {Object.entries(cells).map(([key, { from, to }]) => (
                    <li key={key}>
                      {byKey.get(key)?.label ?? key}: <del>{text(key, from)}</del> → <ins>{text(key, to)}</ins>
                    </li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The titles that one read asks for. */
const MAX_TITLES = 100;

/** Returns a function that names a row: by its title now, or by its title in the saved state if it is deleted. */
function useTitles(table: Table, rows: Difference['data']): (row_id: string) => string | undefined {
  const space = useSpace();
  const key = table.title_field_key ?? '';
  const ids = rows.flatMap(({ row_id, change }) => (change === 'deleted' ? [] : row_id)).slice(0, MAX_TITLES);
  const args = { table_id: table.id, limit: MAX_TITLES, filters: [{ column_key: 'id', op: 'in' as const, value: ids }], fields: [key] };
  const { data } = useQuery({
    queryKey: ['space', space.id, 'rows', 'list', table.id, 'titles', ids],
    queryFn: ({ signal }) => spaceClient(space.id).rows.list(args, { signal }),
    enabled: ids.length > 0 && key !== '',
  });
  const titles = new Map(data?.data.map(({ id, title }) => [id, title]));
  const before = new Map(rows.map(({ row_id, cells }) => [row_id, cells[key]?.from]));
  return (row_id) => titles.get(row_id) || (before.get(row_id) ? String(before.get(row_id)) : undefined);
}
