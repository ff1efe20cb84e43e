import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useFormCall } from '../../../../api/use-form-call.ts';
import { Button } from '../../../../parts/button.tsx';
import { Dialog } from '../../../../parts/dialog.tsx';
import { Choices } from '../../../../parts/field.tsx';
import { ProblemNotice } from '../../../../parts/problem-notice.tsx';
import { SameCall } from '../../../../parts/same-call.tsx';
import { useSpace } from '../../../../shell/session.tsx';
import { pushUndo } from '../../../../shell/undo.ts';
import { isWritableColumn } from '../../cells/writable-column.ts';
import type { Table } from '../../table/table.ts';
import { rereadTables } from '../parts/reread-table.ts';
import { SelectField } from '../parts/select-field.tsx';
import { undoChange } from '../time-machine/undo-change.ts';
import { csvParts, mapHeaders } from './csv-parts.ts';
import { type CsvTable, readCsv } from './csv-text.ts';
import { FaultTable } from './fault-table.tsx';
import { FileInput } from './file-input.tsx';
import { HeaderMapping } from './header-mapping.tsx';
import { type ImportOptions, type ImportOutcome, importCsv } from './import-csv.ts';

type DateOrder = '' | 'day_first' | 'month_first';

/** Renders the import of a file into a table: its columns are mapped, a dry run names wrong lines, and the import can be undone. */
export function ImportDialog({ table, onClose }: { readonly table: Table; readonly onClose: () => void }): ReactElement {
  const space = useSpace();
  const queries = useQueryClient();
  const [file, setFile] = useState<CsvTable>();
  const [unread, setUnread] = useState<string>();
  const [keys, setKeys] = useState<readonly (string | undefined)[]>([]);
  const [mode, setMode] = useState<ImportOptions['mode']>('all_or_nothing');
  const [create_options, setCreateOptions] = useState(false);
  const [dateOrder, setDateOrder] = useState<DateOrder>('');
  const [tried, setTried] = useState<ImportOutcome>();
  const [share, setShare] = useState(0);
  const { error, isBusy, run } = useFormCall();
  const columns = table.columns.filter(isWritableColumn);
  const isMapped = keys.some((key) => key !== undefined);
  const canImport = tried !== undefined && tried.created > 0;

  /** A dry run is that of the form as it was. */
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setTried(undefined);
    };

  function take(text: string): void {
    const read = readCsv(text);
    const isReadable = read !== undefined && read.lines.length > 0;
    setUnread(isReadable ? undefined : 'The file has no line after its header.');
    setFile(isReadable ? read : undefined);
    setKeys(isReadable ? mapHeaders(read.header, columns) : []);
    setTried(undefined);
  }

  const send = (dry_run: boolean) =>
    run(async () => {
      setShare(0);
      const parts = csvParts(file!, keys);
      const options = { mode, create_options, dry_run, ...(dateOrder !== '' && { date_order: dateOrder }) };
      const outcome = await importCsv(space.id, table.id, parts, { ...options, onDone: (done) => setShare(done / parts.length) });
      if (dry_run || outcome.created === 0) {
        setTried(outcome);
        return;
      }
      await rereadTables(queries, space.id);
      const leftOut = outcome.failed > 0 ? ` Lines that were left out: ${outcome.failed.toLocaleString('en')}.` : '';
      const said = `${outcome.created.toLocaleString('en')} ${outcome.created === 1 ? 'row is' : 'rows are'} imported.${leftOut}`;
      const undo = async () => {
        for (const snapshot_id of outcome.snapshots)
          await undoChange(space.id, table.id, snapshot_id, () => rereadTables(queries, space.id));
      };
      pushUndo({ said, undo });
      onClose();
    });

  return (
    <Dialog title="Import rows from CSV" open look="wide" onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (file && isMapped && !isBusy) void send(!canImport);
        }}
      >
        <FileInput label="CSV file" onText={take} fault={unread} />
        {file && (
          <>
            <HeaderMapping file={file} columns={columns} keys={keys} onChange={changed(setKeys)} />
            <Choices
              legend="Wrong lines"
              name="mode"
              value={mode}
              choices={[
                ['all_or_nothing', 'Import nothing'],
                ['per_line', 'Import the others'],
              ]}
              onChoose={changed(setMode)}
            />
            <SelectField
              label="Dates such as 03/04/2026"
              value={dateOrder}
              choices={[
                ['', 'As the other dates of the file'],
                ['day_first', '3 April: the day first'],
                ['month_first', '4 March: the month first'],
              ]}
              onChoose={(order) => changed(setDateOrder)(order as DateOrder)}
            />
            <label className="tick">
              <input type="checkbox" checked={create_options} onChange={(event) => changed(setCreateOptions)(event.target.checked)} />
              <span>Make choices that the table does not have yet</span>
            </label>
          </>
        )}
        {tried && <TriedOutcome outcome={tried} mode={mode} table={table} />}
        {error !== undefined && <ProblemNotice error={error} />}
        <p role="status" className="soft">
          {isBusy && `Working … ${Math.round(share * 100)} %`}
        </p>
        <div className="row end">
          <SameCall contract="rows" name="import" args={{ table_id: table.id, mode, csv: 'name,amount\nLoom,950\n' }} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={!file || !isMapped || isBusy}>
            {canImport ? `Import ${tried.created.toLocaleString('en')} ${tried.created === 1 ? 'row' : 'rows'}` : 'Check the lines'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface TriedOutcomeProps {
  readonly outcome: ImportOutcome;
  readonly mode: ImportOptions['mode'];
  readonly table: Table;
}

/** Renders what a dry run found: the rows that would be made, and the wrong lines. */
function TriedOutcome({ outcome: { created, failed, faults }, mode, table }: TriedOutcomeProps): ReactElement {
  const isWhole = failed === 0;
  return (
    <div className="stack" role={isWhole ? 'status' : 'alert'}>
      <p className={`notice ${isWhole ? 'good' : created > 0 ? 'warn' : 'bad'}`}>
        {isWhole
          ? `All ${created.toLocaleString('en')} lines are right. Nothing is imported yet.`
          : `${failed.toLocaleString('en')} ${failed === 1 ? 'line is' : 'lines are'} wrong. ${
              mode === 'all_or_nothing' ? 'Nothing would be imported.' : `${created.toLocaleString('en')} others would be imported.`
            }`}
      </p>
      {faults.length > 0 && (
        <FaultTable faults={faults} labelOf={(key) => table.columns.find((column) => column.key === key)?.label ?? key} />
      )}
    </div>
  );
}
