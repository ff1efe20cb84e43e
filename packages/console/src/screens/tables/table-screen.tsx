import { lazy, type ReactElement, Suspense, useMemo } from 'react';
import { Link } from 'wouter';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import type { PathArguments } from '../../routing/designed-screens.ts';
import { spacePath } from '../../routing/paths.ts';
import { text } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { configOf, type Table, useTable, type View } from './table/table.ts';
import { useViewConfig } from './table/use-view-config.ts';
import type { ViewBodyProps } from './table/view-body.ts';
import './tables.css';

const GridBody = lazy(() => import('./rows/grid-body.tsx').then(({ GridBody: part }) => ({ default: part })));
const NewRowButton = lazy(() => import('./rows/new-row-button.tsx').then(({ NewRowButton: part }) => ({ default: part })));
const Toolbar = lazy(() => import('./toolbar/toolbar.tsx').then(({ Toolbar: part }) => ({ default: part })));
const RowDrawer = lazy(() => import('./record/row-drawer.tsx').then(({ RowDrawer: part }) => ({ default: part })));
const TableMenu = lazy(() => import('./extras/table-menu.tsx').then(({ TableMenu: part }) => ({ default: part })));
const ColumnsButton = lazy(() => import('./extras/columns-button.tsx').then(({ ColumnsButton: part }) => ({ default: part })));

/** The bodies of views by type; a grid has its own, because it also changes settings. */
const bodies = {
  kanban: lazy(() => import('./views/kanban-view.tsx').then(({ KanbanView: part }) => ({ default: part }))),
  gallery: lazy(() => import('./views/gallery-view.tsx').then(({ GalleryView: part }) => ({ default: part }))),
  calendar: lazy(() => import('./views/calendar-view.tsx').then(({ CalendarView: part }) => ({ default: part }))),
  dashboard: lazy(() => import('./views/dashboard-view.tsx').then(({ DashboardView: part }) => ({ default: part }))),
};

const codecs = { row: text };

/** Renders a table in one of its views, and the row of the address in a drawer. */
export function TableScreen({ table_id = '', view_id }: PathArguments): ReactElement {
  const space = useSpace();
  const { data: table, error, refetch } = useTable(space.id, table_id);
  const view = useMemo(() => table && viewOf(table, view_id), [table, view_id]);
  return (
    <>
      <nav className="crumbs" aria-label="Above">
        <span>
          <Link href={spacePath(space.id, '/tables')}>Tables</Link> /
        </span>
      </nav>
      {table || error ? (
        <PageHead title={table?.name ?? 'Table'} about={table?.description}>
          {table && view && (
            <Suspense fallback={null}>
              <ColumnsButton table={table} />
              <TableMenu table={table} view={view} />
            </Suspense>
          )}
        </PageHead>
      ) : (
        <h1 className="hidden-text">Table</h1>
      )}
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!table && !error && <Skeleton />}
      {table && view && <OpenTable key={view.id} table={table} view={view} />}
    </>
  );
}

function OpenTable({ table, view: stored }: { readonly table: Table; readonly view: View }): ReactElement {
  const space = useSpace();
  const [{ row }, setParams] = useSearchParams(codecs);
  const [view, changeConfig] = useViewConfig(stored);
  const { filters, sort } = configOf(view);
  const onOpenRow = (id: string) => setParams({ row: id });
  const isWritable = space.scopes.includes('tables:write') && !table.archived;
  return (
    <div className="open-table">
      <ViewTabs table={table} view={view} />
      <Suspense fallback={<Skeleton />}>
        <Toolbar table={table} view={view} onChange={changeConfig}>
          {isWritable && <NewRowButton table={table} onOpenRow={onOpenRow} />}
          <SameCall contract="rows" name="list" args={{ table_id: table.id, filters, sort }} />
        </Toolbar>
        {table.archived && <p role="status">This table is archived. Its rows do not change until it is restored.</p>}
        {view.type === 'grid' ? (
          <GridBody table={table} view={view} onOpenRow={onOpenRow} onChangeConfig={changeConfig} />
        ) : (
          <Body table={table} view={view} onOpenRow={onOpenRow} />
        )}
      </Suspense>
      {row !== undefined && (
        <Suspense fallback={null}>
          <RowDrawer key={row} table={table} row_id={row} onClose={() => setParams({ row: undefined })} />
        </Suspense>
      )}
    </div>
  );
}

function Body(props: ViewBodyProps): ReactElement | null {
  const Part = props.view.type === 'grid' ? undefined : bodies[props.view.type];
  return Part ? <Part {...props} /> : null;
}

function ViewTabs({ table, view }: { readonly table: Table; readonly view: View }): ReactElement | null {
  const space = useSpace();
  if (table.views.length < 2) return null;
  return (
    <nav aria-label="Views" className="view-tabs">
      {table.views.map(({ id, name, type, personal }) => (
        <Link key={id} href={spacePath(space.id, `/tables/${table.id}/views/${id}`)} aria-current={id === view.id ? 'page' : undefined}>
          {name}{' '}
          <span className="soft">
            {type}
            {personal && ' · only me'}
          </span>
        </Link>
      ))}
    </nav>
  );
}

/** Returns the view of the address, else the default one, else the first; a table without views gets a grid of everything. */
function viewOf({ views, id, created_at, updated_at }: Table, view_id: string | undefined): View {
  const whole = {
    id: '',
    table_id: id,
    name: 'Everything',
    type: 'grid',
    config: {},
    is_default: true,
    personal: false,
    created_at,
    updated_at,
  } as const;
  return views.find((view) => view.id === view_id) ?? views.find(({ is_default }) => is_default) ?? views[0] ?? whole;
}
