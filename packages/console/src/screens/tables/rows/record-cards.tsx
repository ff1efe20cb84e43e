import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { Button } from '../../../parts/button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { CellValue } from '../cells/cell-value.tsx';
import { columnsOf, type Row, rowsKey, type Table, type View } from '../table/table.ts';
import { selectionOf } from './row-list.ts';
import { type RowGroups, useRowGroups } from './use-row-groups.ts';
import './rows.css';

/** Rows of one page, and cells of a card below its title. */
const [LIMIT, CELLS] = [50, 4];

/** Props of the rows of a view as cards. */
export interface RecordCardsProps {
  readonly table: Table;
  readonly view: View;
  readonly onOpenRow: (id: string) => void;
}

/** Renders the rows of a view as a list of cards, for screens that are too narrow for a grid. */
export function RecordCards({ table, view, onOpenRow }: RecordCardsProps): ReactElement {
  const space = useSpace();
  const selection = selectionOf(view);
  const shown = columnsOf(table, view);
  const cells = shown.filter(({ key }) => key !== table.title_field_key).slice(0, CELLS);
  const groups = useRowGroups(table, view);
  const fields = [...new Set([...cells, ...groups.columns].map(({ key }) => key))];
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [...rowsKey(space.id), 'cards', table.id, selection, fields],
    queryFn: ({ pageParam, signal }) =>
      spaceClient(space.id).rows.list(
        { table_id: table.id, ...selection, limit: LIMIT, ...(fields.length > 0 && { fields }), ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className="stack">
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton />}
      {data && rows.length === 0 && <p className="soft">No row fits this view.</p>}
      <ul className="stack">
        {rows.map((row, index) => (
          <li key={row.id} className="record-card">
            <CardGroups groups={groups} row={row} before={rows[index - 1]} index={index} />
            <button type="button" onClick={() => onOpenRow(row.id)}>
              {row.title ?? 'Untitled'}
            </button>
            <dl>
              {cells
                .filter(({ key }) => row.data[key] !== null && row.data[key] !== undefined)
                .map((column) => (
                  <div key={column.key}>
                    <dt>{column.label}</dt>
                    <dd>
                      <CellValue column={column} value={row.data[column.key]} />
                    </dd>
                  </div>
                ))}
            </dl>
          </li>
        ))}
      </ul>
      {groups.gap && <p className="soft">{groups.gap}</p>}
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          More rows
        </Button>
      )}
    </div>
  );
}

interface CardGroupsProps {
  readonly groups: RowGroups;
  readonly row: Row;
  readonly before: Row | undefined;
  readonly index: number;
}

/** Renders the groups that begin with a card. */
function CardGroups({ groups: { columns, levelOf, countText }, row, before, index }: CardGroupsProps): ReactElement | null {
  const level = columns.length > 0 ? levelOf(row, before, index) : -1;
  if (level < 0) return null;
  return (
    <p className="card-group">
      {columns.slice(level).map((column) => (
        <span key={column.key}>
          {column.label}: <CellValue column={column} value={row.data[column.key]} />{' '}
          <span className="soft">{countText(row, column.key)}</span>
        </span>
      ))}
    </p>
  );
}
