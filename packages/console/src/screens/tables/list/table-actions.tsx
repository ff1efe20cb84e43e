import { useQueryClient } from '@tanstack/react-query';
import { MoreHorizontal } from 'lucide-react';
import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../parts/menu.tsx';
import { sayFailed } from '../../../parts/toast.tsx';
import { makeChange } from '../../../shell/change.ts';
import { useSpace } from '../../../shell/session.tsx';
import { archiveTable } from '../extras/parts/archive-table.ts';
import type { ListedTable } from '../table/table-list.ts';
import { DeleteTableDialog } from './delete-table-dialog.tsx';

const TableDetailsDialog = lazy(() => import('./table-details-dialog.tsx').then(({ TableDetailsDialog: part }) => ({ default: part })));

/** Renders what can be done with a table of the list: its names, the archive, and the end of it. */
export function TableActions({ table }: { readonly table: ListedTable }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<'details' | 'delete'>();
  const { id: table_id, name, archived } = table;
  const close = () => setOpened(undefined);

  const restore = () =>
    makeChange(queries, {
      space_id: space.id,
      contract: 'tables',
      name: 'update',
      path: { table_id },
      fields: { archived: false },
      said: `“${name}” is restored.`,
    }).catch(sayFailed);

  return (
    <>
      <Menu
        trigger={
          <Button look="plain icon" small aria-label={`Actions of ${name}`}>
            <MoreHorizontal size={16} aria-hidden="true" />
          </Button>
        }
      >
        {archived ? (
          <MenuItem onClick={() => void restore()}>Restore</MenuItem>
        ) : (
          <>
            <MenuItem onClick={() => setOpened('details')}>Name and description</MenuItem>
            <MenuItem onClick={() => void archiveTable(space.id, table, queries)}>Archive</MenuItem>
          </>
        )}
        <MenuDivider />
        <MenuItem onClick={() => setOpened('delete')}>Delete for good</MenuItem>
      </Menu>
      {opened === 'details' && (
        <Suspense>
          <TableDetailsDialog table_id={table_id} onClose={close} />
        </Suspense>
      )}
      {opened === 'delete' && <DeleteTableDialog table={table} onClose={close} />}
    </>
  );
}
