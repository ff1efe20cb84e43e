import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, type ReactElement, Suspense } from 'react';
import { Link } from 'wouter';
import { Button } from '../../parts/button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { MoreButton } from '../../parts/more-button.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { SameCall } from '../../parts/same-call.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { spacePath } from '../../routing/paths.ts';
import { flag } from '../../routing/search-params.ts';
import { useSearchParams } from '../../routing/use-search-params.ts';
import { PageHead } from '../../shell/page-head.tsx';
import { useSpace } from '../../shell/session.tsx';
import { TableActions } from './list/table-actions.tsx';
import { type ListedTable, tableList } from './table/table-list.ts';
import './list/list.css';

const CreateTableDialog = lazy(() => import('./list/create-table-dialog.tsx').then(({ CreateTableDialog: part }) => ({ default: part })));

const params = { new: flag, archived: flag };

/** Renders the tables of a Space or its archived tables, and the form of a new table. */
export function TablesScreen(): ReactElement {
  const space = useSpace();
  const [{ new: isNew, archived = false }, setParams] = useSearchParams(params);
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(tableList(space.id, archived));
  const tables = data?.pages.flatMap((page) => page.data);
  const canWrite = space.scopes.includes('tables:write');
  const create = canWrite && !archived && (
    <Button look="primary" onClick={() => setParams({ new: true })}>
      <Plus size={16} aria-hidden="true" />
      Create a table
    </Button>
  );
  const sentence = archived
    ? 'No archived table. An archived table keeps its rows, and can be restored.'
    : 'No table yet. A table has rows with typed columns, views, formulas and a history.';
  return (
    <>
      <PageHead title="Tables" about="Your own record types: columns that mean something, rows, and views of them.">
        <SameCall contract="tables" name="list" args={archived ? { archived } : {}} />
        {create}
      </PageHead>
      <nav className="tabs" aria-label="Tables">
        {[false, true].map((isArchive) => (
          <Link
            key={String(isArchive)}
            href={spacePath(space.id, `/tables${isArchive ? '?archived=1' : ''}`)}
            className="tab"
            aria-current={isArchive === archived ? 'page' : undefined}
          >
            {isArchive ? 'Archived' : 'In use'}
          </Link>
        ))}
      </nav>
      {error && <ProblemNotice error={error} onRetry={refetch} />}
      {!tables && !error && <Skeleton />}
      {tables?.length === 0 && <EmptyState sentence={sentence}>{create}</EmptyState>}
      {tables && tables.length > 0 && <TableList tables={tables} canWrite={canWrite} />}
      {hasNextPage && <MoreButton label="Show more" isReading={isFetchingNextPage} onMore={fetchNextPage} />}
      {isNew && canWrite && (
        <Suspense>
          <CreateTableDialog onClose={() => setParams({ new: undefined }, { replace: true })} />
        </Suspense>
      )}
    </>
  );
}

function TableList({ tables, canWrite }: { readonly tables: readonly ListedTable[]; readonly canWrite: boolean }): ReactElement {
  const space = useSpace();
  return (
    <div className="table-box cards">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Description</th>
            <th scope="col">Changed</th>
            {canWrite && (
              <th scope="col">
                <span className="hidden-text">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {tables.map((table) => (
            <tr key={table.id} data-ended={table.archived || undefined}>
              <td className="first">
                <Link href={spacePath(space.id, `/tables/${table.id}`)} className="cut">
                  <TableIcon icon={table.icon} />
                  {table.name}
                </Link>
              </td>
              <td data-label="Description">
                <span className="cut">{table.description?.split('\n')[0] || '–'}</span>
              </td>
              <td data-label="Changed">
                <TimeAgo at={table.updated_at} />
              </td>
              {canWrite && (
                <td className="end bare">
                  <TableActions table={table} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Renders the emoji of a table. The name of an icon is not shown, because icons have names of their own here. */
function TableIcon({ icon }: { readonly icon: string | null }): ReactElement | null {
  if (!icon || !/\p{Extended_Pictographic}/u.test(icon)) return null;
  return (
    <span className="table-icon" aria-hidden="true">
      {icon}
    </span>
  );
}
