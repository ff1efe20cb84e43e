import { type Answer, type Call, Json } from '@space/bus';
import { type rows, tableImported } from '@space/contracts/tables';
import { createWriter } from '@space/event-log';
import { type CsvTable, createPauses, type LineError, readCsv, toFaults } from '@space/text/csv';
import { recordChange } from '../new-snapshots/new-snapshots.queries.ts';
import { takeSnapshot } from '../new-snapshots/take-snapshot.ts';
import { beginRowWrite } from '../rows/create-rows.ts';
import { type CellParser, createDrafter, type RowDraft, type RowInput } from '../rows/draft-rows.ts';
import { resolveReferences } from '../rows/references.ts';
import { tryResolveNamed } from '../rows/resolve-named.ts';
import { withSchemaForWriting } from '../rows/writable-schema.ts';
import { prepareWrite, type WriteContext, type WritePorts } from '../rows/write-context.ts';
import type { Cell, Schema } from '../schema/schema.ts';
import { createManyRows } from './create-many-rows.ts';
import { createDateParser, findDateOrders } from './date-order.ts';
import { findDuplicateValues } from './duplicate-values.ts';
import { mapHeader } from './map-header.ts';

type Operation = (typeof rows)['operations']['import'];

/** Rolls back an import that found invalid lines and must be all or nothing. */
class InvalidLinesError extends Error {
  readonly errors: readonly LineError[];

  constructor(errors: readonly LineError[]) {
    super('Some lines are invalid.');
    this.errors = errors;
  }
}

/**
 * Returns the handler of the CSV import. All lines are parsed first, and errors are reported by line. The rest is one
 * transaction: it takes a snapshot, which locks out other writers, then checks the lines against the database and
 * writes the rows in large batches (`createManyRows`).
 */
export function rowImporter(dependencies: WritePorts) {
  const { ports } = dependencies;
  const write = createWriter('tables', ports);

  const importRows = (call: Call<Operation>): Promise<Answer<Operation>> =>
    withSchemaForWriting(dependencies, call, async (schema) => {
      const { mode, csv, create_options, date_order } = call.input;
      const table = await readCsv(csv);
      const { columns, ignored } = mapHeader(schema, table.header, call.input.columns);
      const { given, errors: lineErrors } = await toRowInputs(table, columns);
      const parse = createDateParser(await findDateOrders(columns, table.lines, date_order), { create_options });
      const read = await draftLines(schema, given, (column, text) => parse(column, text as string));
      const resolved = await tryResolveNamed(ports.bus, call, schema, read.drafts);
      const errors: LineError[] = [...lineErrors, ...read.errors, ...resolved.errors];
      const drafts = without(resolved.drafts, errors);
      const report = (created: number, snapshot_id: string | null, all: readonly LineError[]) => {
        const failed = new Set(all.map(({ at }) => at)).size;
        return {
          created,
          failed,
          errors: toFaults(all),
          ignored_columns: [...ignored],
          snapshot_id,
        };
      };
      if (drafts.length === 0 || (mode === 'all_or_nothing' && errors.length > 0)) return report(0, null, errors);
      const prepared = await prepareWrite(dependencies, schema, resolved.named, read.new_options);
      try {
        return await write.write(call, async (tx) => {
          const { space_id, table_id } = schema;
          const snapshot = await takeSnapshot(tx, {
            space_id,
            table_id,
            label: 'Before an import',
            kind: 'before_import',
            caller: call.caller,
            now: tx.now,
          });
          const context = await beginRowWrite(tx, dependencies, call, prepared, drafts);
          const { drafts: linked, errors: found } = await findDatabaseErrors(context, drafts);
          if (mode === 'all_or_nothing' && found.length > 0) throw new InvalidLinesError(found);
          const all = [...errors, ...found];
          const valid = without(linked, found);
          if (valid.length === 0) throw new InvalidLinesError(all);
          await createManyRows(context, valid);
          await recordChange(tx, space_id, snapshot.id);
          const answer = report(valid.length, snapshot.id, all);
          tx.emit(tableImported, { table_id, table: schema.plural_label, created: answer.created, failed: answer.failed });
          return new Json(JSON.stringify(answer));
        });
      } catch (error) {
        if (error instanceof InvalidLinesError) return report(0, null, error.errors);
        throw error;
      }
    });
  return importRows;
}

/** Converts the lines to rows by column key. A line with more cells than the header is invalid. */
async function toRowInputs({ header, lines }: CsvTable, columns: ReturnType<typeof mapHeader>['columns']) {
  const errors: LineError[] = [];
  const given: RowInput[] = [];
  const pause = createPauses();
  // A header may have half a million names, most of which name no column.
  const mapped = columns.flatMap((column, index) => (column ? [{ key: column.key, index }] : []));
  for (const { line, cells } of lines) {
    const at = `lines.${line}`;
    if (cells.slice(header.length).some((text) => text.trim() !== ''))
      errors.push({
        at,
        column_key: null,
        code: 'too_many_cells',
        message: `has ${cells.length} cells where the header has ${header.length}`,
      });
    const row: Record<string, Cell> = {};
    for (const { key, index } of mapped) row[key] = cells[index] ?? '';
    given.push({ at, cells: row });
    await pause();
  }
  return { given, errors };
}

/** Parses the cells of all lines. Other work of the process runs meanwhile. */
async function draftLines(schema: Schema, given: readonly RowInput[], read: CellParser) {
  const drafter = createDrafter(schema, read, true);
  const pause = createPauses();
  for (const row of given) {
    drafter.add(row);
    await pause();
  }
  return drafter.result;
}

/** Resolves the links of drafts, and finds the errors that only the database can tell: unresolved links and duplicate cells. */
async function findDatabaseErrors(context: WriteContext, given: readonly RowDraft[]) {
  const { drafts, errors } = await resolveReferences(context.tx, context.schema, context.targets, given);
  return { drafts, errors: [...errors, ...(await findDuplicateValues(context, drafts))] as LineError[] };
}

const without = (drafts: readonly RowDraft[], errors: readonly LineError[]): readonly RowDraft[] => {
  const wrong = new Set(errors.map(({ at }) => at));
  return wrong.size === 0 ? drafts : drafts.filter(({ at }) => !wrong.has(at));
};
