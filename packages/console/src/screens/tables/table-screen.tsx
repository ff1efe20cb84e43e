import { lazy, type ReactElement, Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { spacePath } from '../../routing/paths.ts';
import { text } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import type { PathArguments } from '../designed-screens.ts';
import { type Table, useTable, type View } from './table.ts';
import type { ViewBodyProps } from './view-body.ts';

const TableMenu = lazy(() => import('./extras/table-menu.tsx').then(({ TableMenu: part }) => ({ default: part })));
const ColumnsButton = lazy(() => import('./extras/columns-button.tsx').then(({ ColumnsButton: part }) => ({ default: part })));
const KanbanView = lazy(() => import('./views/kanban-view.tsx').then(({ KanbanView: part }) => ({ default: part })));
const GalleryView = lazy(() => import('./views/gallery-view.tsx').then(({ GalleryView: part }) => ({ default: part })));
const CalendarView = lazy(() => import('./views/calendar-view.tsx').then(({ CalendarView: part }) => ({ default: part })));
const DashboardView = lazy(() => import('./views/dashboard-view.tsx').then(({ DashboardView: part }) => ({ default: part })));

const codecs = { row: text };

/** Renders a table in one of its views. */
export function TableScreen({ table_id = '', view_id }: PathArguments): ReactElement {
  const space = useSpace();
  const [path] = useLocation();
  const table = useTable(space.id, table_id);
  const [, setParams] = useSearchParams(codecs);
  const view = table.data && viewOf(table.data, view_id);
  return (
    <>
      <nav className="crumbs" aria-label="Above">
        <span>
          <Link href={spacePath(space.id, '/tables')}>Tables</Link> /
        </span>
      </nav>
      {table.data || table.error ? (
        <PageHead title={table.data?.name ?? 'Table'} about={table.data?.description}>
          {table.data && view && (
            <Suspense fallback={null}>
              <ColumnsButton table={table.data} />
              <TableMenu table={table.data} view={view} />
            </Suspense>
          )}
        </PageHead>
      ) : (
        <h1 className="hidden-text">Table</h1>
      )}
      {table.error && <ProblemNotice error={table.error} onRetry={table.refetch} />}
      {!table.data && !table.error && <Skeleton />}
      {table.data && view && (
        <Suspense key={`${path}`} fallback={<Skeleton />}>
          <ViewBody table={table.data} view={view} onOpenRow={(row) => setParams({ row })} />
        </Suspense>
      )}
    </>
  );
}

const ViewBody = (props: ViewBodyProps): ReactElement => {
  switch (props.view.type) {
    case 'kanban':
      return <KanbanView {...props} />;
    case 'gallery':
      return <GalleryView {...props} />;
    case 'calendar':
      return <CalendarView {...props} />;
    case 'dashboard':
      return <DashboardView {...props} />;
    default:
      return <p>{props.view.name}</p>;
  }
};

/** Returns the view of the address, else the default one, else the first; a table without views gets a grid of everything. */
function viewOf({ views, id, created_at, updated_at }: Table, view_id: string | undefined): View {
  const whole = { id: '', table_id: id, name: 'Everything', type: 'grid', config: {}, is_default: true, created_at, updated_at } as const;
  return views.find((view) => view.id === view_id) ?? views.find(({ is_default }) => is_default) ?? views[0] ?? whole;
}
