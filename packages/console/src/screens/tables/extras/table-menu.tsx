import { useQueryClient } from '@tanstack/react-query';
import { MoreHorizontal } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { useLocation } from 'wouter';
import type { Arguments } from '../../../api/send.ts';
import { Button } from '../../../parts/button.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../parts/menu.tsx';
import { sayDone, sayFailed } from '../../../parts/toast.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { makeChange } from '../../../shell/change.ts';
import { useSpace } from '../../../shell/session.tsx';
import type { Table, View } from '../table/table.ts';
import { archiveTable } from './parts/archive-table.ts';
import type { OpenedDialog } from './table-dialogs.tsx';

const TableDialogs = lazy(() => import('./table-dialogs.tsx').then(({ TableDialogs: part }) => ({ default: part })));

/** Renders the menu of a table and of the view that is shown. */
export function TableMenu({ table, view }: { readonly table: Table; readonly view: View }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<OpenedDialog>();
  const canWrite = space.scopes.includes('tables:write');
  // A table without views is shown by a view that is not stored.
  const isStored = view.id !== '';

  async function exportRows(isWhole: boolean): Promise<void> {
    try {
      const { downloadCsv, exportSelection } = await import('./csv/download-csv.ts');
      await downloadCsv(
        space.id,
        table.id,
        isWhole ? {} : exportSelection(table, view),
        isWhole ? table.slug : `${table.slug}-${view.name}`,
      );
      sayDone('The CSV file is downloaded.');
    } catch (failure) {
      sayFailed(failure);
    }
  }

  const change = (said: string, fields: Arguments, before?: Arguments) =>
    makeChange(queries, {
      space_id: space.id,
      contract: 'views',
      name: 'update',
      path: { table_id: table.id, view_id: view.id },
      fields,
      ...(before && { before }),
      said,
    }).catch(sayFailed);
  const makeDefault = () => change(`“${view.name}” is the default view.`, { is_default: true });
  const share = () => change(`“${view.name}” is shared with everyone in this Space.`, { personal: false }, { personal: true });

  async function archive(): Promise<void> {
    if (await archiveTable(space.id, table, queries)) navigate(spacePath(space.id, '/tables'));
  }

  return (
    <>
      {canWrite && (
        <Button onClick={() => setOpened('new-view')} className="new-view">
          New view
        </Button>
      )}
      <Menu
        trigger={
          <Button look="icon" aria-label="Actions of the table">
            <MoreHorizontal size={16} aria-hidden="true" />
          </Button>
        }
      >
        {canWrite && isStored && (
          <>
            <MenuItem onClick={() => setOpened('edit-view')}>Name and settings of the view</MenuItem>
            <MenuItem onClick={() => setOpened('copy-view')}>Copy the view</MenuItem>
            {view.personal && <MenuItem onClick={() => void share()}>Make it shared</MenuItem>}
            {!view.is_default && !view.personal && <MenuItem onClick={() => void makeDefault()}>Make it the default view</MenuItem>}
            {(!view.is_default || table.views.every(({ id, personal }) => personal || id === view.id)) && (
              <MenuItem onClick={() => setOpened('delete-view')}>Delete the view</MenuItem>
            )}
            <MenuDivider />
          </>
        )}
        <MenuItem onClick={() => setOpened('share')}>Share links</MenuItem>
        <MenuItem onClick={() => setOpened('time-machine')}>Time Machine</MenuItem>
        <MenuDivider />
        {canWrite && <MenuItem onClick={() => setOpened('import')}>Import rows from CSV</MenuItem>}
        <MenuItem onClick={() => void exportRows(false)}>Export this view as CSV</MenuItem>
        <MenuItem onClick={() => void exportRows(true)}>Export the table as CSV</MenuItem>
        {canWrite && (
          <>
            <MenuDivider />
            <MenuItem onClick={() => setOpened('details')}>Name and description</MenuItem>
            <MenuItem onClick={() => void archive()}>Archive the table</MenuItem>
            <MenuItem onClick={() => setOpened('delete-table')}>Delete the table for good</MenuItem>
          </>
        )}
      </Menu>
      {opened && (
        <Suspense>
          <TableDialogs opened={opened} table={table} view={view} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </>
  );
}
