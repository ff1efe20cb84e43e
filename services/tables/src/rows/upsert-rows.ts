import { type Call, Json } from '@space/bus';
import { type FieldError, invalidFields, type Problem, toSentence } from '@space/contracts/core';
import type { rows } from '@space/contracts/tables';
import type { Writer } from '@space/event-log';
import { columnRolesOf } from '../schema/column-roles.ts';
import { lockUpserts } from '../schema/locks.queries.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { unknownColumnError } from '../schema/unknown-column.ts';
import { beginRowWrite } from './create-rows.ts';
import { type DraftError, type RowDraft, tryDraftRows, wireParser } from './draft-rows.ts';
import { findByUnique, uniqueKey } from './duplicates.queries.ts';
import { duplicateProblem, violatedColumn, withDuplicateProblem } from './duplicates.ts';
import { assertAllResolved, namingCids, tryResolveNamed } from './resolve-named.ts';
import { findCells } from './rows.queries.ts';
import { isReversible } from './update-rows.ts';
import { type UpsertOutcome, upsertEach, upsertResolved } from './upsert-resolved.ts';
import { withSchemaForWriting } from './writable-schema.ts';
import { prepareWrite, type WritePorts } from './write-context.ts';

type Operation = (typeof rows)['operations']['upsert'];

/** Attempts of a call when concurrent calls create the same keys. */
const MAX_ATTEMPTS = 5;

/** Returns the handler of the operations that create or update rows by a unique column. */
export function upsertRowsHandler(dependencies: WritePorts, write: Writer) {
  const { ports } = dependencies;

  const upsertRows = (call: Call<Operation>) =>
    withSchemaForWriting(dependencies, call, async (schema) => {
      const { mode, rows: given } = call.input;
      const column = keyColumn(schema, call.input.key);
      const isAtomic = mode === 'all_or_nothing';
      const parsed = tryDraftRows(
        schema,
        given.map((cells, index) => ({ at: `rows.${index}`, cells })),
        wireParser(call),
        false,
      );
      const errors: DraftError[] = [...parsed.errors, ...findKeyErrors(parsed, column)];
      if (isAtomic && errors.length > 0) throw invalidFields(errors);
      const idsByKey = await findByUnique(ports.database, schema, column, keysOf(parsed.drafts, column));
      const cids = namingCids(schema);
      const also = cids.length > 0 ? await findCells(ports.database, schema.row_table, [...idsByKey.values()], cids) : [];
      const resolved = await tryResolveNamed(ports.bus, call, schema, parsed.drafts, also);
      if (isAtomic) assertAllResolved(resolved.errors);
      errors.push(...resolved.errors);
      const wrong = new Set(errors.map(({ at }) => at));
      const drafts = resolved.drafts.filter(({ at }) => !wrong.has(at));
      const prepared = await prepareWrite(dependencies, schema, resolved.named, parsed.new_options);
      const upsert = () =>
        write.write(call, async (tx) => {
          const context = await beginRowWrite(tx, dependencies, call, prepared, drafts);
          // Upserts take turns: they lock and insert rows in the order of their requests, so two of them could deadlock.
          await lockUpserts(tx, schema);
          const outcomes = isAtomic ? await upsertResolved(context, column, drafts) : await upsertEach(context, column, drafts);
          const isWhole = given.every((cells) => isReversible(schema, cells));
          return new Json<never>(
            JSON.stringify({ ...toResponse(given.length, outcomes, errors), previous_versions: isWhole ? previousOf(outcomes) : null }),
          );
        });
      return withDuplicateProblem(ports.database, schema, drafts, async () => {
        for (let attempt = 1; ; attempt++)
          try {
            return await upsert();
          } catch (error) {
            if (violatedColumn(schema, error) !== column) throw error;
            if (attempt === MAX_ATTEMPTS) throw await duplicateProblem(ports.database, schema, column, drafts);
          }
      });
    });
  return upsertRows;
}

/** Returns the key column. It must be unique, so that a key finds one row. */
function keyColumn(schema: Schema, key: string): Column {
  const column = schema.byKey.get(key);
  if (!column) throw invalidFields([unknownColumnError('key', key, schema.byKey.keys())]);
  if (column.config.unique === true) return column;
  const unique = columnRolesOf(schema).unique.map((one) => `"${one.key}"`);
  const advice = unique.length > 0 ? `; the unique columns are ${unique.join(', ')}` : '; set field_config.unique of the column first';
  throw invalidFields([{ path: 'key', code: 'not_unique', message: `"${key}" is not a unique column${advice}` }]);
}

const keysOf = (drafts: readonly RowDraft[], { cid }: Column) =>
  drafts.flatMap(({ patch }) => ((patch[cid] ?? null) === null ? [] : [patch[cid]!]));

/** Finds the rows without a key and the rows that repeat a key of the request. A key with an error has no second one. */
function findKeyErrors({ drafts, errors }: Pick<ReturnType<typeof tryDraftRows>, 'drafts' | 'errors'>, column: Column): DraftError[] {
  const first = new Map<string, string>();
  const invalid = new Set(errors.filter(({ column_key }) => column_key === column.key).map(({ at }) => at));
  return drafts.flatMap(({ at, patch }) => {
    if (invalid.has(at)) return [];
    const addError = (code: string, message: string): DraftError[] => [
      { at, column_key: column.key, path: `${at}.${column.key}`, code, message },
    ];
    const cell = patch[column.cid] ?? null;
    if (cell === null) return addError('required', 'is needed to find the row');
    const twin = first.get(uniqueKey(cell));
    first.set(uniqueKey(cell), twin ?? at);
    return twin === undefined ? [] : addError('duplicate_row', `is the same as in ${twin}; send each row once`);
  });
}

/** Returns the versions before the call of the rows that it created, which have none, and changed. */
const previousOf = (outcomes: ReadonlyMap<string, UpsertOutcome>): { row_id: string; version: number | null }[] =>
  [...outcomes.values()].flatMap((one) =>
    'problem' in one || one.outcome === 'unchanged' ? [] : [{ row_id: one.row.row.id, version: one.row.previous }],
  );

/** Builds the response: one line per row of the request, in its order. */
function toResponse(count: number, outcomes: ReadonlyMap<string, UpsertOutcome>, errors: readonly DraftError[]) {
  const errorsByRow = Map.groupBy(errors, ({ at }) => at);
  const results = Array.from({ length: count }, (_, index) => {
    const found = outcomes.get(`rows.${index}`);
    if (found && !('problem' in found)) return { index, outcome: found.outcome, row: found.row.row, error: null };
    const sentence = found ? (found.problem as Problem).message : sentenceOf(errorsByRow.get(`rows.${index}`) ?? []);
    return { index, outcome: 'failed' as const, row: null, error: sentence };
  });
  const counted = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  return { results, created: counted('created'), updated: counted('updated'), unchanged: counted('unchanged'), failed: counted('failed') };
}

/** Errors of one row that its sentence lists. */
const MAX_ROW_ERRORS = 20;

/** Joins the errors of one row into a sentence: the first ones, and the number of the others. */
function sentenceOf(errors: readonly (FieldError & { column_key: string | null })[]): string {
  const listed = errors.slice(0, MAX_ROW_ERRORS).map(({ column_key, message }) => `${column_key?.slice(0, 100)}: ${message}`);
  const more = errors.length > MAX_ROW_ERRORS ? ` (and ${errors.length - MAX_ROW_ERRORS} more)` : '';
  const joined = listed.map((text, at) => (at === listed.length - 1 || text.endsWith('?') ? text : `${text};`)).join(' ');
  return toSentence(`${joined}${more}`);
}
