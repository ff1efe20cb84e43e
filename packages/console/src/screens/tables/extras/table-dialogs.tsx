import { lazy, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import { DeleteTableDialog } from '../list/delete-table-dialog.tsx';
import { TableDetailsDialog } from '../list/table-details-dialog.tsx';
import type { Table, View } from '../table/table.ts';
import './parts/extras.css';
import { DeleteViewDialog } from './views/delete-view-dialog.tsx';
import { EditViewDialog } from './views/edit-view-dialog.tsx';
import { NewViewDialog } from './views/new-view-dialog.tsx';

const ShareDialog = lazy(() => import('./share/share-dialog.tsx').then(({ ShareDialog: part }) => ({ default: part })));
const TimeMachine = lazy(() => import('./time-machine/time-machine.tsx').then(({ TimeMachine: part }) => ({ default: part })));
const ImportDialog = lazy(() => import('./csv/import-dialog.tsx').then(({ ImportDialog: part }) => ({ default: part })));

/** A dialog of the menu of a table. */
export type OpenedDialog =
  | 'new-view'
  | 'edit-view'
  | 'copy-view'
  | 'delete-view'
  | 'share'
  | 'time-machine'
  | 'import'
  | 'details'
  | 'delete-table';

/** Props of the dialogs of a table. */
export interface TableDialogsProps {
  readonly opened: OpenedDialog;
  readonly table: Table;
  readonly view: View;
  readonly onClose: () => void;
}

/** Renders the dialog that the menu of a table opened. */
export function TableDialogs({ opened, table, view, onClose }: TableDialogsProps): ReactElement {
  const space = useSpace();
  const [, navigate] = useLocation();
  // What the address adds to a view is not part of a copy.
  const stored = table.views.find(({ id }) => id === view.id) ?? view;
  switch (opened) {
    case 'new-view':
      return <NewViewDialog table={table} onClose={onClose} />;
    case 'copy-view':
      return <NewViewDialog table={table} copied={stored} onClose={onClose} />;
    case 'edit-view':
      return <EditViewDialog table={table} view_id={view.id} onClose={onClose} />;
    case 'delete-view':
      return <DeleteViewDialog table={table} view={stored} onClose={onClose} />;
    case 'share':
      return <ShareDialog table={table} view={view} onClose={onClose} />;
    case 'time-machine':
      return <TimeMachine table={table} onClose={onClose} />;
    case 'import':
      return <ImportDialog table={table} onClose={onClose} />;
    case 'details':
      return <TableDetailsDialog table_id={table.id} onClose={onClose} />;
    case 'delete-table':
      return (
        <DeleteTableDialog table={table} onClose={onClose} onDeleted={() => navigate(spacePath(space.id, '/tables'), { replace: true })} />
      );
  }
}
