import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useLocation } from 'wouter';
import { useFormCall } from '../../../api/use-form-call.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Choices, TextField } from '../../../parts/field.tsx';
import { ProblemNotice } from '../../../parts/problem-notice.tsx';
import { SameCall } from '../../../parts/same-call.tsx';
import { sayDone } from '../../../parts/toast.tsx';
import { spacePath } from '../../../routing/paths.ts';
import { useSpace } from '../../../shell/session.tsx';
import { type CsvTable, readCsv } from '../extras/csv/csv-text.ts';
import { FaultTable } from '../extras/csv/fault-table.tsx';
import { FileInput } from '../extras/csv/file-input.tsx';
import { guessColumns } from '../extras/csv/guess-columns.ts';
import type { ImportOutcome } from '../extras/csv/import-csv.ts';
import { rereadTables } from '../extras/parts/reread-table.ts';
import { createTable, createTableFromFile } from './create-table.ts';
import { type FileColumn, FileColumns } from './file-columns.tsx';
import { type StarterName, starters } from './starters.ts';

type Start = StarterName | 'file';

const choices: readonly (readonly [Start, string])[] = [
  ...Object.entries(starters).map(([name, { label }]) => [name as StarterName, label] as const),
  ['file', 'A CSV file'],
];

/** Renders the dialog of a new table: blank, with columns to begin with, or from a CSV file. It leads to the table. */
export function CreateTableDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [start, setStart] = useState<Start>('blank');
  const [typed, setTyped] = useState<string>();
  const [file, setFile] = useState<{ readonly name: string; readonly table: CsvTable }>();
  const [columns, setColumns] = useState<readonly FileColumn[]>([]);
  const [unread, setUnread] = useState<string>();
  const [outcome, setOutcome] = useState<ImportOutcome>();
  const [share, setShare] = useState(0);
  const { error, isBusy, faultOf, run } = useFormCall();
  const starter = start === 'file' ? undefined : starters[start];
  const name = typed ?? (start === 'file' ? (file?.name ?? '') : starters[start].name);
  const isComplete = name.trim() !== '' && (starter !== undefined || columns.some(({ isTaken }) => isTaken));

  function take(text: string, fileName: string): void {
    const table = readCsv(text);
    setOutcome(undefined);
    setUnread(table && table.lines.length > 0 ? undefined : 'The file has no line after its header.');
    if (!table || table.lines.length === 0) {
      setFile(undefined);
      return;
    }
    setFile({ name: fileName.replace(/\.\w+$/, '').slice(0, 200), table });
    setColumns(guessColumns(table).map((column) => ({ ...column, isTaken: true })));
  }

  function retype(next: readonly FileColumn[]): void {
    setColumns(next);
    setOutcome(undefined);
  }

  async function open(table_id: string, created: number): Promise<void> {
    await rereadTables(queries, space.id);
    navigate(spacePath(space.id, `/tables/${table_id}`), { replace: true });
    sayDone(`“${name.trim()}” is created.`, created > 0 ? `${created.toLocaleString('en')} rows were imported.` : undefined);
  }

  const create = () =>
    run(async (idempotency_key) => {
      setOutcome(undefined);
      if (starter) {
        const { singular_label, columns: first } = starter;
        return open(await createTable(space.id, { name: name.trim(), singular_label, columns: first }, idempotency_key), 0);
      }
      if (!file) return;
      const made = await createTableFromFile(space.id, name.trim(), { table: file.table, columns }, { idempotency_key, onDone: setShare });
      if ('table_id' in made) await open(made.table_id, made.created);
      else setOutcome(made.outcome);
    });

  return (
    <Dialog title="Create a table" open look="wide" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete && !isBusy) void create();
        }}
      >
        <Choices legend="Begin with" name="start" value={start} choices={choices} onChoose={setStart} />
        {start === 'file' && <FileInput label="CSV file" onText={take} fault={unread} />}
        <TextField
          label="Name"
          required
          maxLength={200}
          placeholder="Deals"
          help="Of all rows, such as Deals"
          fault={faultOf('name')}
          value={name}
          onChange={(event) => setTyped(event.target.value)}
        />
        {starter && starter.columns.length > 1 && (
          <p className="soft">Columns: {starter.columns.map(({ label }) => label).join(', ')}. You can change them later.</p>
        )}
        {start === 'file' && file && <FileColumns table={file.table} columns={columns} onChange={retype} />}
        {outcome && (
          <div className="stack" role="alert">
            <p className="notice bad">
              {outcome.failed.toLocaleString('en')} {outcome.failed === 1 ? 'line does' : 'lines do'} not fit the types. Nothing was
              created. Choose other types, or correct the file.
            </p>
            <FaultTable faults={outcome.faults} labelOf={(key) => columns.find((column) => column.key === key)?.label ?? key} />
          </div>
        )}
        {error !== undefined && <ProblemNotice error={error} />}
        <p role="status" className="soft">
          {isBusy && start === 'file' && `Importing … ${Math.round(share * 100)} %`}
        </p>
        <div className="row end">
          <SameCall contract="tables" name="create" args={{ name: name.trim() || 'Deals', columns: starter?.columns ?? [] }} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!isComplete || isBusy}>
            Create the table
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
