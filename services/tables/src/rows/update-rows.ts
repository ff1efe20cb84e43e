import { crc32 } from 'node:zlib';
import { type Answer, type Call, type CallContext, Json } from '@space/bus';
import { invalidFields, notFound } from '@space/contracts/core';
import type { Row, rows } from '@space/contracts/tables';
import { mustMatch } from '@space/database';
import type { Writer } from '@space/event-log';
import type { People } from '../present/row-response.ts';
import { planOf } from '../schema/column-roles.ts';
import type { Schema, StoredRow } from '../schema/schema.ts';
import { begin } from './create-rows.ts';
import { type Draft, draftRows, type GivenRow, readingWire } from './draft-rows.ts';
import { refusingDuplicates } from './duplicates.ts';
import { finishRows, type Shown } from './emit-row-events.ts';
import { readMirrors, writeMirrors } from './inverse-links.ts';
import { resolveLinks } from './references.ts';
import { resolvePeople } from './resolve-contacts.ts';
import { cellsIn, lockRows } from './rows.queries.ts';
import { refuseUnresolved } from './unresolved-references.ts';
import { withSchemaForWriting } from './writable-schema.ts';
import { prepareWriting, type WritePorts, type Writing } from './write-context.ts';
import { changeRows } from './write-rows.ts';

type Operations = (typeof rows)['operations'];

/** Answers calls that change rows. */
export function rowUpdaters(on: WritePorts, write: Writer) {
  const { ports } = on;

  const update = <O extends Operations['update'] | Operations['update_bulk']>(
    call: Call<O>,
    ids: readonly string[],
    given: readonly GivenRow[],
    answer: (shown: readonly Shown[], schema: Schema) => Json<unknown>,
  ): Promise<Answer<O>> =>
    withSchemaForWriting(on, call, async (schema) => {
      refuseRepeated(ids, (index) => `updates.${index}.row_id`);
      const { drafts, new_options } = draftRows(schema, given, readingWire(call.input.typecast), false);
      return refusingDuplicates(ports.database, schema, drafts, async () => {
        const resolved = await resolvePeople(ports.bus, call, schema, drafts, await peopleIn(on, schema, ids));
        const prepared = await prepareWriting(on, schema, resolved.people, new_options);
        return write.write(call, async (tx) => {
          const writing = await begin(tx, on, call, prepared, drafts);
          const rows = inOrder(ids, await lockRows(writing.tx, schema.heap, ids));
          mustMatch(call.if_version, rows[0]!.seq);
          return answer(await changeResolved(writing, rows, resolved.drafts), writing.schema) as Answer<O>;
        });
      });
    });

  return {
    update: (call: Call<Operations['update']>) =>
      update(call, [call.input.row_id], [{ at: 'data', cells: call.input.data }], (shown, schema) =>
        changedRow(shown[0]!, isWayBack(schema, call.input.data)),
      ),
    update_bulk: (call: Call<Operations['update_bulk']>) =>
      update(
        call,
        call.input.updates.map(({ row_id }) => row_id),
        call.input.updates.map(({ data }, index) => ({ at: `updates.${index}.data`, cells: data })),
        (shown) => new Json(JSON.stringify({ data: shown.map(({ row }) => row) })),
      ),
  };
}

/** What changing one row answers: the row, with the ETag that reading it has, and the version to go back to, if that is the whole way. */
export function changedRow({ row, seq, previous }: Shown, isWhole: boolean): Json<Row & { previous_version: number | null }> {
  const text = JSON.stringify(row);
  return new Json(JSON.stringify({ ...row, previous_version: isWhole ? previous : null }), seq, crc32(text));
}

/** Whether an earlier version of a row brings back all that a change of these cells did: mirrors are kept on the other side. */
const isWayBack = (schema: Schema, cells: object): boolean => !planOf(schema).mirrors.some(({ key }) => Object.hasOwn(cells, key));

/** Changes rows that are locked as drafts say whose contacts are resolved, with everything that follows from it. */
export async function changeResolved(writing: Writing, rows: readonly StoredRow[], given: readonly Draft[]): Promise<Shown[]> {
  const { drafts, faults } = await resolveLinks(writing.tx, writing.schema, writing.targets, given);
  refuseUnresolved(faults);
  const mirroring = rows.map(({ id }, index) => ({ row_id: id, draft: drafts[index]! }));
  const { before, changing } = await readMirrors(writing, mirroring);
  const changed = await changeRows(
    writing,
    rows.map((row, index) => ({ row, draft: drafts[index]! })),
    changing,
  );
  await writeMirrors(writing, mirroring, before);
  return finishRows(writing, changed, before);
}

/** What the contact cells of rows hold now, so that who they are can be asked before the transaction. */
export async function peopleIn({ ports }: WritePorts, schema: Schema, ids: readonly string[]): Promise<readonly unknown[]> {
  const { contacts } = planOf(schema);
  if (contacts.length === 0) return [];
  return cellsIn(
    ports.database,
    schema.heap,
    ids,
    contacts.map(({ cid }) => cid),
  );
}

/** The contacts of rows that are about to be deleted. */
export const peopleOf = async (on: WritePorts, call: CallContext, schema: Schema, ids: readonly string[]): Promise<People> =>
  (await resolvePeople(on.ports.bus, call, schema, [], await peopleIn(on, schema, ids))).people;

/** The rows in the order in which they were asked for; a missing one is refused by its id. */
export function inOrder(ids: readonly string[], found: readonly StoredRow[]): StoredRow[] {
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw notFound('row of this table', id);
    return row;
  });
}

/** A row that one call names twice is refused: which of the two was meant cannot be told. */
export function refuseRepeated(ids: readonly string[], path: (index: number) => string): void {
  const first = new Map<string, number>();
  const faults = ids.flatMap((id, index) => {
    const twin = first.get(id);
    first.set(id, twin ?? index);
    return twin === undefined
      ? []
      : [{ path: path(index), code: 'duplicate_row', message: `is the same row as ${path(twin)}; send each row once` }];
  });
  if (faults.length > 0) throw invalidFields(faults);
}
