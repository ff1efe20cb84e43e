import { type Answer, type Call, Json } from '@space/bus';
import type { rows } from '@space/contracts/tables';
import type { Writer } from '@space/event-log';
import { isAlone } from '../compute/plan.ts';
import type { Schema } from '../schema/schema.ts';
import { type Draft, draftRows, type GivenRow, readingWire } from './draft-rows.ts';
import { refusingDuplicates } from './duplicates.ts';
import { finishRows, type Shown } from './emit-row-events.ts';
import { arePlain, insertPlain, type Show } from './insert-independent-rows.ts';
import { readMirrors, writeMirrors, writesMirrors } from './inverse-links.ts';
import { resolveLinks } from './references.ts';
import { resolvePeople } from './resolve-contacts.ts';
import { refuseUnresolved } from './unresolved-references.ts';
import { withSchemaForWriting } from './writable-schema.ts';
import { beginWriting, prepareWriting, type WritePorts, type WriterTransaction, type Writing } from './write-context.ts';
import { createRows } from './write-rows.ts';

type Operations = (typeof rows)['operations'];

/** Answers calls that create rows. */
export function rowCreators(on: WritePorts, write: Writer) {
  const { ports } = on;

  const create = <O extends Operations['create'] | Operations['create_bulk']>(
    call: Call<O>,
    given: readonly GivenRow[],
    show: Show,
  ): Promise<Answer<O>> =>
    withSchemaForWriting(on, call, async (schema) => {
      const { drafts, new_options } = draftRows(schema, given, readingWire(call.input.typecast), true);
      return refusingDuplicates(ports.database, schema, drafts, async () => {
        if (new_options.size === 0 && arePlain(schema, drafts) && (await isAlone(ports.database, schema)))
          return insertPlain(write, call, schema, drafts, show);
        const resolved = await resolvePeople(ports.bus, call, schema, drafts);
        const prepared = await prepareWriting(on, schema, resolved.people, new_options);
        return write.write(call, async (tx) => {
          const shown = await createResolved(await begin(tx, on, call, prepared, resolved.drafts), resolved.drafts);
          const json = JSON.stringify(show.body(shown.map(({ row }) => row)));
          return new Json(json, show.isOne ? shown[0]!.seq : undefined) as Answer<O>;
        });
      });
    });

  return {
    create: (call: Call<Operations['create']>) => create(call, [{ at: 'data', cells: call.input.data }], one),
    create_bulk: (call: Call<Operations['create_bulk']>) =>
      create(
        call,
        call.input.rows.map((cells, index) => ({ at: `rows.${index}`, cells })),
        several,
      ),
  };
}

const one: Show = { isOne: true, body: ([row]) => row! };
const several: Show = { isOne: false, body: (data) => ({ data }) };

/** Begins to write what drafts say. */
export const begin = (
  tx: object,
  on: WritePorts,
  call: Pick<Call, 'caller'>,
  prepared: Parameters<typeof beginWriting>[3],
  drafts: readonly Draft[],
): Promise<Writing> => beginWriting(tx as WriterTransaction, on, call, prepared, writesMirrors(prepared.schema as Schema, drafts));

/** Creates rows from drafts whose contacts are resolved, with everything that follows from it. */
export async function createResolved(writing: Writing, given: readonly Draft[]): Promise<Shown[]> {
  const { drafts, faults } = await resolveLinks(writing.tx, writing.schema, writing.targets, given);
  refuseUnresolved(faults);
  const written = await createRows(writing, drafts);
  const mirroring = written.map(({ row_id }, index) => ({ row_id, draft: drafts[index]! }));
  const { before } = await readMirrors(writing, mirroring);
  await writeMirrors(writing, mirroring, before);
  return finishRows(writing, written);
}
