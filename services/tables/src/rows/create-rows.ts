import { type Answer, type Call, Json } from '@space/bus';
import type { rows } from '@space/contracts/tables';
import type { Writer } from '@space/event-log';
import { hasNoDependents } from '../compute/plan.ts';
import type { Schema } from '../schema/schema.ts';
import { draftRows, type RowDraft, type RowInput, wireParser } from './draft-rows.ts';
import { withDuplicateProblem } from './duplicates.ts';
import { finishRows, type WrittenRow } from './emit-row-events.ts';
import { areIndependent, insertIndependentRows, NoTimeForFormulasError, type ResponseShape } from './insert-independent-rows.ts';
import { readInverseLinks, writeInverseLinks, writesInverseLinks } from './inverse-links.ts';
import { resolveReferences } from './references.ts';
import { resolveNamed } from './resolve-named.ts';
import { assertResolved } from './unresolved-references.ts';
import { withSchemaForWriting } from './writable-schema.ts';
import { beginWrite, prepareWrite, type WriteContext, type WritePorts, type WriterTransaction } from './write-context.ts';
import { createRows } from './write-rows.ts';

type Operations = (typeof rows)['operations'];

/** Returns the handlers of the operations that create rows. */
export function createRowHandlers(dependencies: WritePorts, write: Writer) {
  const { ports } = dependencies;

  const create = <O extends Operations['create'] | Operations['create_bulk']>(
    call: Call<O>,
    given: readonly RowInput[],
    shape: ResponseShape,
  ): Promise<Answer<O>> =>
    withSchemaForWriting(dependencies, call, async (schema) => {
      const { drafts, new_options } = draftRows(schema, given, wireParser(call), true);
      return withDuplicateProblem(ports.database, schema, drafts, async () => {
        if (new_options.size === 0 && areIndependent(schema, drafts) && (await hasNoDependents(ports.database, schema)))
          try {
            return await insertIndependentRows(write, call, schema, drafts, shape);
          } catch (error) {
            if (!(error instanceof NoTimeForFormulasError)) throw error;
          }
        const resolved = await resolveNamed(ports.bus, call, schema, drafts);
        const prepared = await prepareWrite(dependencies, schema, resolved.named, new_options);
        return write.write(call, async (tx) => {
          const written = await createResolved(await beginRowWrite(tx, dependencies, call, prepared, resolved.drafts), resolved.drafts);
          const json = JSON.stringify(shape.body(written.map(({ row }) => row)));
          return new Json(json, shape.isOne ? written[0]!.seq : undefined) as Answer<O>;
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

const one: ResponseShape = { isOne: true, body: ([row]) => row! };
const several: ResponseShape = { isOne: false, body: (data) => ({ data }) };

/** Prepares a write of drafts and opens its context. */
export const beginRowWrite = (
  tx: object,
  dependencies: WritePorts,
  call: Pick<Call, 'caller'>,
  prepared: Parameters<typeof beginWrite>[3],
  drafts: readonly RowDraft[],
): Promise<WriteContext> =>
  beginWrite(tx as WriterTransaction, dependencies, call, prepared, writesInverseLinks(prepared.schema as Schema, drafts));

/** Creates rows from drafts whose contacts are resolved, with all consequences. */
export async function createResolved(context: WriteContext, given: readonly RowDraft[]): Promise<WrittenRow[]> {
  const { drafts, errors } = await resolveReferences(context.tx, context.schema, context.targets, given);
  assertResolved(errors);
  const written = await createRows(context, drafts);
  const inverseChanges = written.map(({ row_id }, index) => ({ row_id, draft: drafts[index]! }));
  const { before } = await readInverseLinks(context, inverseChanges);
  await writeInverseLinks(context, inverseChanges, before);
  return finishRows(context, written);
}
