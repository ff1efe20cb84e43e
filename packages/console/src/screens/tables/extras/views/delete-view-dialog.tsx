import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { spaceClient } from '../../../../api/space-client.ts';
import { ConfirmDialog } from '../../../../parts/confirm-dialog.tsx';
import { sayDone } from '../../../../parts/toast.tsx';
import { spacePath } from '../../../../routing/paths.ts';
import { useSpace } from '../../../../shell/session.tsx';
import { pushUndo } from '../../../../shell/undo.ts';
import type { Table, View } from '../../table/table.ts';
import { rereadTables } from '../parts/reread-table.ts';
import { shareLinksQuery } from '../share/share-links.ts';

/** Props of the dialog. */
export interface DeleteViewDialogProps {
  readonly table: Table;
  readonly view: View;
  readonly onClose: () => void;
}

/** Renders the dialog before a view is deleted. It says how many share links end. Without links the view can be made again. */
export function DeleteViewDialog({ table, view, onClose }: DeleteViewDialogProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const { data } = useQuery(shareLinksQuery(space.id, table.id));
  const links = data?.filter(({ view_id }) => view_id === view.id).length ?? 0;

  async function remove(): Promise<void> {
    const { views } = spaceClient(space.id);
    const { revoked_links } = await views.delete({ table_id: table.id, view_id: view.id });
    const said = `The view “${view.name}” is deleted.`;
    navigate(spacePath(space.id, `/tables/${table.id}`), { replace: true });
    await rereadTables(queries, space.id);
    if (revoked_links === 0)
      pushUndo({
        said,
        undo: async () => {
          await views.create({ table_id: table.id, name: view.name, type: view.type, config: view.config, personal: view.personal });
          await rereadTables(queries, space.id);
        },
      });
    else sayDone(said);
  }

  return (
    <ConfirmDialog
      title={`Delete the view “${view.name}”?`}
      action="Delete the view"
      {...(links > 0 && { typed: view.name })}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        The rows stay.{' '}
        {links > 0 &&
          `${links} share ${links === 1 ? 'link of it ends' : 'links of it end'} immediately, and never ${links === 1 ? 'works' : 'work'} again.`}
      </p>
    </ConfirmDialog>
  );
}
