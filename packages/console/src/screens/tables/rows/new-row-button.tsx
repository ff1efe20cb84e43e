import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { spaceClient } from '../../../api/space-client.ts';
import { useFormCall } from '../../../api/use-form-call.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { TextField } from '../../../parts/field.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { sayDone, sayFailed } from '../../../parts/toast.tsx';
import { useSpace } from '../../../shell/session.tsx';
import { pushUndo } from '../../../shell/undo.ts';
import { isWritableColumn } from '../cells/writable-column.ts';
import { type Column, type Row, rowsKey, type Table } from '../table/table.ts';

/** Props of the button that creates a row. */
export interface NewRowButtonProps {
  readonly table: Table;
  readonly onOpenRow: (id: string) => void;
}

/** Renders a button that creates a row and opens it. A table with required columns asks for their cells first. */
export function NewRowButton({ table, onOpenRow }: NewRowButtonProps): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useFormCall();
  const required = table.columns.filter((column) => column.required && column.default_value === null && isWritableColumn(column));
  async function create(data: Row['data'], idempotency_key: string): Promise<void> {
    const { rows } = spaceClient(space.id);
    const row = await rows.create({ table_id: table.id, data, typecast: true }, { idempotency_key });
    const refresh = () => queries.invalidateQueries({ queryKey: rowsKey(space.id) });
    const said = 'The row is created.';
    pushUndo({ said, undo: () => rows.delete({ table_id: table.id, row_id: row.id }).finally(refresh) });
    sayDone(said);
    setAsking(false);
    onOpenRow(row.id);
    await refresh();
  }
  const createEmpty = () =>
    run((idempotency_key) =>
      create({}, idempotency_key).catch((failure) => {
        sayFailed(failure);
        throw failure;
      }),
    );
  return (
    <>
      <Button small look="primary" disabled={isBusy} onClick={() => (required.length > 0 ? setAsking(true) : void createEmpty())}>
        <Plus size={16} aria-hidden="true" />
        New row
      </Button>
      {isAsking && <NewRowDialog columns={required} onCreate={create} onClose={() => setAsking(false)} />}
    </>
  );
}

interface NewRowDialogProps {
  readonly columns: readonly Column[];
  readonly onCreate: (data: Row['data'], idempotency_key: string) => Promise<void>;
  readonly onClose: () => void;
}

function NewRowDialog({ columns, onCreate, onClose }: NewRowDialogProps): ReactElement {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const { error, isBusy, faultOf, run } = useFormCall();
  return (
    <Dialog title="New row" open onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void run((idempotency_key) => onCreate(texts, idempotency_key));
        }}
      >
        {columns.map(({ key: name, label, options }) => (
          <TextField
            key={name}
            label={label}
            value={texts[name] ?? ''}
            required
            help={options.length > 0 ? `One of: ${options.map((option) => option.name).join(', ')}` : undefined}
            fault={faultOf(`data.${name}`)}
            onChange={({ target }) => setTexts((before) => ({ ...before, [name]: target.value }))}
          />
        ))}
        {error !== undefined && <ProblemNotice error={error} />}
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy}>
            Create the row
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
