import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { type SpaceClient, spaceClient } from '../../../../api/space-client.ts';
import { useFormCall } from '../../../../api/use-form-call.ts';
import { type Thing, useThing } from '../../../../api/use-thing.ts';
import { ProblemNotice } from '../../../../parts/problem-notice.tsx';
import { Skeleton } from '../../../../parts/skeleton.tsx';
import { sayDone } from '../../../../parts/toast.tsx';
import { makeChange } from '../../../../shell/change.ts';
import { useSpace } from '../../../../shell/session.tsx';
import { pushUndo } from '../../../../shell/undo.ts';
import type { Column, Table } from '../../table/table.ts';
import { rereadTables } from '../parts/reread-table.ts';
import { changedFields, draftOf } from './column-draft.ts';
import { ColumnForm } from './column-form.tsx';

type UpdateArguments = Parameters<SpaceClient['columns']['update']>[0];
type Impact = NonNullable<Awaited<ReturnType<SpaceClient['columns']['update']>>['impact']>;

interface EditColumnProps {
  readonly table: Table;
  readonly column_id: string;
  readonly onClose: () => void;
}

/** Renders the form of a column that exists. A new type is tried first: the form then says how many cells would be lost. */
export function EditColumn({ table, column_id, onClose }: EditColumnProps): ReactElement {
  const space = useSpace();
  const { data, error, refetch } = useThing<Column>(space.id, 'columns', 'get', { table_id: table.id, column_id });
  if (!data) return error ? <ProblemNotice error={error} onRetry={refetch} /> : <Skeleton />;
  return <EditForm table={table} thing={data} onClose={onClose} />;
}

function EditForm({ table, thing, onClose }: Pick<EditColumnProps, 'table' | 'onClose'> & { readonly thing: Thing<Column> }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [{ value: column, etag }] = useState(thing);
  const [draft, setDraft] = useState(() => draftOf(column));
  const [impact, setImpact] = useState<Impact>();
  const call = useFormCall();
  const path = { table_id: table.id, column_id: column.id };
  const { fields, before } = changedFields(column, draft);
  const isRetyped = draft.type !== column.type;
  const said = `The column “${draft.label.trim()}” is changed.`;

  /** Changes the type. The service takes a snapshot first, by which the table goes back. */
  async function retype(dry_run: boolean): Promise<void> {
    const { columns, snapshots } = spaceClient(space.id);
    const args = { ...path, ...fields, dry_run } as unknown as UpdateArguments;
    const answer = await columns.update(args, etag === undefined ? {} : { if_match: etag });
    if (dry_run) {
      setImpact(answer.impact);
      return;
    }
    const { snapshot_id } = answer;
    await rereadTables(queries, space.id);
    if (snapshot_id !== null)
      pushUndo({
        said,
        undo: async () => {
          await snapshots.restore({ table_id: table.id, snapshot_id });
          await rereadTables(queries, space.id);
        },
      });
    else sayDone(said);
    onClose();
  }

  async function save(): Promise<void> {
    await makeChange(queries, { space_id: space.id, contract: 'columns', name: 'update', path, fields, before, etag, said });
    await rereadTables(queries, space.id);
    onClose();
  }

  return (
    <ColumnForm
      table={table}
      ownKey={column.key}
      draft={draft}
      onChange={(next) => {
        setDraft(next);
        setImpact(undefined);
      }}
      call={call}
      action={isRetyped ? (impact ? 'Change the type' : 'See what the new type costs') : 'Save'}
      isAllowed={draft.label.trim() !== '' && Object.keys(fields).length > 0}
      onSubmit={() => void call.run(() => (isRetyped ? retype(!impact) : save()))}
      onCancel={onClose}
    >
      {impact && <ImpactNotice impact={impact} />}
    </ColumnForm>
  );
}

function ImpactNotice({ impact: { cells_converted, cells_lost, lost_examples, dependents } }: { readonly impact: Impact }): ReactElement {
  return (
    <div className={cells_lost > 0 ? 'notice warn' : 'notice'} role="status">
      <p>
        {cells_converted.toLocaleString('en')} {cells_converted === 1 ? 'cell gets' : 'cells get'} a value of the new type.{' '}
        {cells_lost.toLocaleString('en')} {cells_lost === 1 ? 'cell becomes' : 'cells become'} empty.
      </p>
      {lost_examples.length > 0 && <p>Lost: {lost_examples.map(({ value }) => JSON.stringify(value)).join(', ')}</p>}
      {dependents.length > 0 && <p>Columns that read it: {dependents.map(({ column_key }) => column_key).join(', ')}</p>}
      <p>A snapshot is taken first. To undo the change restores it, with later changes of the table.</p>
    </div>
  );
}
