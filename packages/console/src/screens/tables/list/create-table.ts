import type { SpaceClient } from '../../../api/space-client.ts';
import { spaceClient } from '../../../api/space-client.ts';
import { csvParts } from '../extras/csv/csv-parts.ts';
import type { CsvTable } from '../extras/csv/csv-text.ts';
import { type ImportOutcome, importCsv } from '../extras/csv/import-csv.ts';
import type { FileColumn } from './file-columns.tsx';
import type { NewColumn } from './starters.ts';

type CreateArguments = Parameters<SpaceClient['tables']['create']>[0];

/** Creates a table with its first columns and returns its id. */
export async function createTable(
  space_id: string,
  { name, singular_label, columns }: { readonly name: string; readonly singular_label?: string; readonly columns: readonly NewColumn[] },
  idempotency_key: string,
): Promise<string> {
  const args = { name, ...(singular_label && { singular_label }), columns: columns.map(wireColumn) } as unknown as CreateArguments;
  const { id } = await spaceClient(space_id).tables.create(args, { idempotency_key });
  return id;
}

const wireColumn = ({ key, label, type, options, field_config }: NewColumn) => ({
  key,
  label,
  type,
  ...(options && options.length > 0 && { options }),
  ...(field_config && Object.keys(field_config).length > 0 && { field_config }),
});

/** A table that was made from a file, or the faults of its lines: then there is no table. */
export type FileTable = { readonly table_id: string; readonly created: number } | { readonly outcome: ImportOutcome };

/** Creates a table from a file. If a line is wrong, the table is deleted again, so that other types can be chosen. */
export async function createTableFromFile(
  space_id: string,
  name: string,
  { table, columns }: { readonly table: CsvTable; readonly columns: readonly FileColumn[] },
  { idempotency_key, onDone }: { readonly idempotency_key: string; readonly onDone: (share: number) => void },
): Promise<FileTable> {
  const taken = columns.filter(({ isTaken }) => isTaken);
  const table_id = await createTable(space_id, { name, columns: taken }, idempotency_key);
  const parts = csvParts(
    table,
    columns.map(({ key, isTaken }) => (isTaken ? key : undefined)),
  );
  const remove = () => spaceClient(space_id).tables.delete({ table_id, hard: true });
  try {
    const options = { mode: 'all_or_nothing', create_options: true, dry_run: false } as const;
    const outcome = await importCsv(space_id, table_id, parts, { ...options, onDone: (done) => onDone(done / parts.length) });
    if (outcome.failed === 0) return { table_id, created: outcome.created };
    await remove();
    return { outcome };
  } catch (failure) {
    await remove().catch(() => undefined);
    throw failure;
  }
}
