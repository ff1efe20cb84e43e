import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { spaceClient } from '../../../../api/space-client.ts';
import { MoreButton } from '../../../../parts/more-button.tsx';
import { ProblemNotice } from '../../../../parts/problem-notice.tsx';
import { SameCall } from '../../../../parts/same-call.tsx';
import { Skeleton } from '../../../../parts/skeleton.tsx';
import { useSpace } from '../../../../shell/session.tsx';
import { CellValue } from '../../cells/cell-value.tsx';
import type { Table } from '../../table/table.ts';

const PAGE_SIZE = 50;

/** Renders the rows of a table as they were, which nothing can change. */
export function PastRows({ table, as_of }: { readonly table: Table; readonly as_of: string }): ReactElement {
  const space = useSpace();
  const args = { table_id: table.id, as_of, limit: PAGE_SIZE };
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['space', space.id, 'rows', 'list', table.id, 'past', args],
    queryFn: ({ pageParam, signal }) =>
      spaceClient(space.id).rows.list({ ...args, ...(pageParam !== '' && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  if (!data) return error ? <ProblemNotice error={error} onRetry={refetch} /> : <Skeleton />;
  const rows = data.pages.flatMap((page) => page.data);
  const byKey = new Map(table.columns.map((column) => [column.key, column]));
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row.data)))];
  return (
    <>
      <div className="row">
        <p className="soft" role="status">
          {rows.length === 0 ? 'The table had no row then.' : 'Read only.'}
        </p>
        <SameCall contract="rows" name="list" args={args} />
      </div>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
        <section className="table-box" aria-label="Rows as they were" tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                {keys.map((key) => (
                  <th key={key} scope="col">
                    {byKey.get(key)?.label ?? key}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  {keys.map((key) => (
                    <td key={key}>
                      <PastCell column={byKey.get(key)} value={row.data[key]} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {hasNextPage && <MoreButton label="Show more" isReading={isFetchingNextPage} onMore={fetchNextPage} />}
    </>
  );
}

/** Renders a cell; one of a column that is gone is text. */
function PastCell({ column, value }: { readonly column: Table['columns'][number] | undefined; readonly value: unknown }): ReactElement {
  if (column) return <CellValue column={column} value={value} />;
  return <>{value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)}</>;
}
