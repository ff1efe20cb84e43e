import { type Call, Json } from '@space/bus';
import { type FieldError, invalidFields, type Problem } from '@space/contracts/core';
import type { rows } from '@space/contracts/tables';
import type { Writer } from '@space/event-log';
import { planOf } from '../schema/column-roles.ts';
import type { Column, Schema } from '../schema/schema.ts';
import { unknownColumn } from '../schema/unknown-column.ts';
import { begin } from './create-rows.ts';
import { type Draft, type DraftFault, readingWire, tryDraftRows } from './draft-rows.ts';
import { brokenColumn, duplicateProblem, findByUnique, refusingDuplicates, uniqueKey } from './duplicates.ts';
import type { Shown } from './emit-row-events.ts';
import { tryResolvePeople } from './resolve-contacts.ts';
import { cellsIn } from './rows.queries.ts';
import { refuseUnresolved } from './unresolved-references.ts';
import { type Outcome, upsertEach, upsertResolved } from './upsert-resolved.ts';
import { withSchemaForWriting } from './writable-schema.ts';
import { prepareWriting, type WritePorts } from './write-context.ts';

type Operation = (typeof rows)['operations']['upsert'];

/** Tries of a call whose rows somebody else creates at the same time. */
const TRIES = 5;

/** Answers calls that create rows or change those that are there, by a unique column. */
export function rowUpserter(on: WritePorts, write: Writer) {
  const { ports } = on;

  return (call: Call<Operation>) =>
    withSchemaForWriting(on, call, async (schema) => {
      const { mode, typecast, rows: given } = call.input;
      const column = keyColumn(schema, call.input.key);
      const whole = mode === 'all_or_nothing';
      const read = tryDraftRows(
        schema,
        given.map((cells, index) => ({ at: `rows.${index}`, cells })),
        readingWire(typecast),
        false,
      );
      const faults: DraftFault[] = [...read.faults, ...keyFaults(read.drafts, column)];
      if (whole && faults.length > 0) throw invalidFields(faults);
      const there = await findByUnique(ports.database, schema, column, keysOf(read.drafts, column));
      const cids = planOf(schema).contacts.map(({ cid }) => cid);
      const also = cids.length > 0 ? await cellsIn(ports.database, schema.heap, [...there.values()], cids) : [];
      const people = await tryResolvePeople(ports.bus, call, schema, read.drafts, also);
      if (whole) refuseUnresolved(people.faults);
      faults.push(...people.faults);
      const wrong = new Set(faults.map(({ at }) => at));
      const drafts = people.drafts.filter(({ at }) => !wrong.has(at));
      const prepared = await prepareWriting(on, schema, people.people, read.new_options);
      const attempt = () =>
        write.write(call, async (tx) => {
          const writing = await begin(tx, on, call, prepared, drafts);
          const outcomes = whole ? await upsertResolved(writing, column, drafts) : await upsertEach(writing, column, drafts);
          return new Json<never>(JSON.stringify(answer(given.length, outcomes, faults)));
        });
      return refusingDuplicates(ports.database, schema, drafts, async () => {
        for (let tried = 1; ; tried++)
          try {
            return await attempt();
          } catch (error) {
            if (brokenColumn(schema, error) !== column) throw error;
            if (tried === TRIES) throw await duplicateProblem(ports.database, schema, column, drafts);
          }
      });
    });
}

/** The column rows are found by; it must be unique, or it could be several. */
function keyColumn(schema: Schema, key: string): Column {
  const column = schema.byKey.get(key);
  if (!column) throw invalidFields([unknownColumn('key', key, schema.byKey.keys())]);
  if (column.config.unique === true) return column;
  const unique = planOf(schema).unique.map((one) => `"${one.key}"`);
  const offer = unique.length > 0 ? `; ${unique.join(', ')} would do` : '; set field_config.unique of the column first';
  throw invalidFields([{ path: 'key', code: 'not_unique', message: `"${key}" is not a unique column${offer}` }]);
}

const keysOf = (drafts: readonly Draft[], { cid }: Column) =>
  drafts.flatMap(({ patch }) => ((patch[cid] ?? null) === null ? [] : [patch[cid]!]));

/** Rows without a key, and rows with the key of another one of the call. */
function keyFaults(drafts: readonly Draft[], column: Column): DraftFault[] {
  const first = new Map<string, string>();
  return drafts.flatMap(({ at, patch }) => {
    const fault = (code: string, message: string): DraftFault[] => [
      { at, column_key: column.key, path: `${at}.${column.key}`, code, message },
    ];
    const cell = patch[column.cid] ?? null;
    if (cell === null)
      return Object.hasOwn(patch, column.cid) || !(column.cid in patch) ? fault('required', 'is needed to find the row') : [];
    const twin = first.get(uniqueKey(cell));
    first.set(uniqueKey(cell), twin ?? at);
    return twin === undefined ? [] : fault('duplicate_row', `is the same as in ${twin}; send each row once`);
  });
}

/** What is answered: one line for each row that was given, in their order. */
function answer(count: number, outcomes: ReadonlyMap<string, Outcome>, faults: readonly DraftFault[]) {
  const results = Array.from({ length: count }, (_, index) => {
    const found = outcomes.get(`rows.${index}`);
    if (found && !('problem' in found)) return { index, outcome: found.outcome, row: (found as { shown: Shown }).shown.row, error: null };
    const sentence = found ? (found.problem as Problem).message : sentenceOf(faults.filter(({ at }) => at === `rows.${index}`));
    return { index, outcome: 'failed' as const, row: null, error: sentence };
  });
  const counted = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  return { results, created: counted('created'), updated: counted('updated'), unchanged: counted('unchanged'), failed: counted('failed') };
}

/** The faults of one row as a sentence. */
const sentenceOf = (faults: readonly (FieldError & { column_key: string | null })[]): string =>
  `${faults.map(({ column_key, message }) => `${column_key}: ${message}`).join('; ')}.`;
