import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../../api/space-client.ts';
import { useSpace } from '../../../../shell/session.tsx';
import { LinksDialog } from '../../../sharing/links-dialog.tsx';
import type { Table, View } from '../../table/table.ts';
import { SelectField } from '../parts/select-field.tsx';
import { shareLinksQuery } from './share-links.ts';

/** Props of the dialog. */
export interface ShareDialogProps {
  readonly table: Table;
  readonly view: View;
  readonly onClose: () => void;
}

/** Renders the share links of a table, the form of a new one, and the end of each. */
export function ShareDialog({ table, view, onClose }: ShareDialogProps): ReactElement {
  const space = useSpace();
  const { share_links } = spaceClient(space.id);
  const shared = table.views.filter(({ personal }) => !personal);
  const [view_id, setView] = useState(view.personal ? (shared.find(({ is_default }) => is_default)?.id ?? '') : view.id);
  return (
    <LinksDialog
      about="A link shows one view to everyone who has it: its columns and rows, and nothing else. They need no account and can change nothing."
      empty="No link yet. Only members of this Space and its keys see this table."
      query={shareLinksQuery(space.id, table.id)}
      canWrite={space.scopes.includes('tables:write')}
      sameCall={{ contract: 'share_links', name: 'create', args: { table_id: table.id, view_id: view.id } }}
      fields={(faultOf) => (
        <SelectField
          label="View"
          value={view_id}
          choices={shared.map(({ id, name }) => [id, name] as const)}
          help={view.personal ? 'A view that is only for you has no links. Make it shared first.' : undefined}
          fault={faultOf('view_id')}
          onChoose={setView}
        />
      )}
      column={{ label: 'View', of: (link) => table.views.find(({ id }) => id === link.view_id)?.name ?? '–' }}
      onCreate={(link, idempotency_key) =>
        share_links.create({ table_id: table.id, ...(view_id !== '' && { view_id }), ...link }, { idempotency_key })
      }
      onRevoke={({ id: link_id }) => share_links.delete({ table_id: table.id, link_id })}
      onClose={onClose}
    />
  );
}
