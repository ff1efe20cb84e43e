import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { MoreButton } from '../../../parts/more-button.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { columnsOf } from '../table/table.ts';
import type { ViewBodyProps } from '../table/view-body.ts';
import { Cover } from './cover.tsx';
import { RowCard } from './row-card.tsx';
import { configOf } from './view-config.ts';
import { viewRowsQuery } from './view-rows.ts';
import './views.css';

const PAGE_SIZE = 48;

/** Renders the rows of a view as cards with their picture. */
export function GalleryView({ table, view, onOpenRow }: ViewBodyProps): ReactElement {
  const space = useSpace();
  const { cover_column } = configOf(view);
  const query = viewRowsQuery(space.id, table, view, { keys: [cover_column], limit: PAGE_SIZE });
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(query);
  const rows = data?.pages.flatMap((page) => page.data);
  const columns = columnsOf(table, view).filter(({ key }) => key !== cover_column && key !== table.title_field_key);
  return (
    <>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!rows && !error && <Skeleton />}
      {rows?.length === 0 && <EmptyState sentence="No row is in this view." />}
      {rows && rows.length > 0 && (
        <ul className="gallery" aria-label={view.name}>
          {rows.map((row) => (
            <li key={row.id} className="row-card">
              {cover_column && <Cover row={row} column_key={cover_column} />}
              <RowCard row={row} columns={columns} onOpen={() => onOpenRow(row.id)} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && <MoreButton label="Show more" isReading={isFetchingNextPage} onMore={fetchNextPage} />}
    </>
  );
}
