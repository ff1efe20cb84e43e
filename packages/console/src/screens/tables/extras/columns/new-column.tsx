import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { type SpaceClient, spaceClient } from '../../../../api/space-client.ts';
import { useFormCall } from '../../../../api/use-form-call.ts';
import { useSpace } from '../../../../shell/session.tsx';
import { pushUndo } from '../../../../shell/undo.ts';
import type { Table } from '../../table/table.ts';
import { rereadTables } from '../parts/reread-table.ts';
import { newDraft, wireFields } from './column-draft.ts';
import { ColumnForm } from './column-form.tsx';
import { keyOf } from './column-key.ts';

type CreateArguments = Parameters<SpaceClient['columns']['create']>[0];

/** Renders the form of a new column. */
export function NewColumn({ table, onClose }: { readonly table: Table; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => newDraft('text'));
  const call = useFormCall();

  const create = () =>
    call.run(async (idempotency_key) => {
      const taken = table.columns.map(({ key }) => key);
      const fields = wireFields(draft, draft.key ?? keyOf(draft.label, taken));
      const { columns } = spaceClient(space.id);
      const { id: column_id, label } = await columns.create({ table_id: table.id, ...fields } as unknown as CreateArguments, {
        idempotency_key,
      });
      await rereadTables(queries, space.id);
      const said = `The column “${label}” is added.`;
      const undo = async () => {
        await columns.delete({ table_id: table.id, column_id });
        await rereadTables(queries, space.id);
      };
      pushUndo({ said, undo });
      onClose();
    });

  return (
    <ColumnForm
      table={table}
      ownKey={undefined}
      draft={draft}
      onChange={setDraft}
      call={call}
      action="Add the column"
      isAllowed={draft.label.trim() !== ''}
      onSubmit={() => void create()}
      onCancel={onClose}
    />
  );
}
