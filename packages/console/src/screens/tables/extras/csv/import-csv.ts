import { type SpaceClient, spaceClient } from '../../../../api/space-client.ts';
import type { CsvPart } from './csv-parts.ts';

/** The report of the service on one part. */
type Report = Awaited<ReturnType<SpaceClient['rows']['import']>>;

/** Options of an import. */
export interface ImportOptions {
  readonly mode: 'all_or_nothing' | 'per_line';
  readonly create_options: boolean;
  readonly date_order?: 'day_first' | 'month_first' | undefined;
}

/** A fault of a column, with the lines of the file that have it. */
export interface Fault {
  readonly column_key: string | null;
  readonly messages: readonly string[];
  readonly count: number;
  readonly lines: readonly number[];
}

/** The outcome of an import or of a dry run. */
export interface ImportOutcome {
  readonly created: number;
  readonly failed: number;
  readonly faults: readonly Fault[];
  /** The snapshots by which the import is undone, the latest first. */
  readonly snapshots: readonly string[];
}

/** Adds up the reports on the parts of a file. Faults of one column with the same message become one. */
function outcomeOf(parts: readonly CsvPart[], reports: readonly Report[]): ImportOutcome {
  const faults = new Map<string, Fault>();
  for (const [index, { errors }] of reports.entries())
    for (const { column_key, message, other_messages = [], count, lines } of errors) {
      const key = JSON.stringify([column_key, message]);
      const known = faults.get(key);
      const found = lines.map((line) => parts[index]?.lineOf.get(line) ?? line);
      faults.set(key, {
        column_key,
        messages: [...new Set([...(known?.messages ?? []), message, ...other_messages])],
        count: (known?.count ?? 0) + count,
        lines: [...(known?.lines ?? []), ...found],
      });
    }
  return {
    created: reports.reduce((sum, { created }) => sum + created, 0),
    failed: reports.reduce((sum, { failed }) => sum + failed, 0),
    faults: [...faults.values()],
    snapshots: reports.flatMap(({ snapshot_id }) => snapshot_id ?? []).toReversed(),
  };
}

/** Imports the parts of a file one after the other, or only says what would happen. `onDone` is called with the number of finished parts. */
export async function importCsv(
  space_id: string,
  table_id: string,
  parts: readonly CsvPart[],
  options: ImportOptions & { readonly dry_run: boolean; readonly onDone?: (parts: number) => void },
): Promise<ImportOutcome> {
  const { dry_run, onDone, mode, create_options, date_order } = options;
  const reports: Report[] = [];
  for (const { csv } of parts) {
    const args = { table_id, csv, mode, create_options, ...(date_order && { date_order }) };
    reports.push(await spaceClient(space_id).rows.import(args, { dry_run }));
    onDone?.(reports.length);
  }
  return outcomeOf(parts, reports);
}
