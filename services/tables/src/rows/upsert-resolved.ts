import { invalidFields, Problem } from '@space/contracts/core';
import type { Column, StoredRow } from '../schema/schema.ts';
import { createResolved } from './create-rows.ts';
import { applyDefaults, type RowDraft, requiredError } from './draft-rows.ts';
import { findByUnique, uniqueKey } from './duplicates.queries.ts';
import { duplicateProblem, violatedColumn } from './duplicates.ts';
import type { WrittenRow } from './emit-row-events.ts';
import { findRows } from './rows.queries.ts';
import { updateResolved } from './update-rows.ts';
import type { WriteContext } from './write-context.ts';

/** Outcome of one row of an upsert. */
export type UpsertOutcome =
  | { readonly outcome: 'created' | 'updated' | 'unchanged'; readonly row: WrittenRow }
  | { readonly problem: Problem };

/** Outcomes by index in the request. */
type UpsertOutcomes = ReadonlyMap<string, UpsertOutcome>;

/** Attempts per row when concurrent calls create the same key. */
const MAX_ATTEMPTS = 3;

/** Creates the rows whose key is new and updates the others. Throws if one of them fails. */
export async function upsertResolved(context: WriteContext, column: Column, drafts: readonly RowDraft[]): Promise<UpsertOutcomes> {
  if (drafts.length === 0) return new Map();
  const { tx, schema } = context;
  const keyOf = ({ patch }: RowDraft) => uniqueKey(patch[column.cid]!);
  const idsByKey = await findByUnique(
    tx,
    schema,
    column,
    drafts.map(({ patch }) => patch[column.cid]!),
    true,
  );
  const stored = new Map((await findRows(tx, schema.row_table, [...idsByKey.values()])).map((row) => [row.id, row]));
  const isNew = (draft: RowDraft) => !idsByKey.has(keyOf(draft));
  const created = withDefaults(context, drafts.filter(isNew));
  const changed = drafts.filter((draft) => !isNew(draft));
  const rows = changed.map((draft): StoredRow => stored.get(idsByKey.get(keyOf(draft))!)!);
  const outcomes = new Map<string, UpsertOutcome>();
  for (const [index, row] of (created.length > 0 ? await createResolved(context, created) : []).entries())
    outcomes.set(created[index]!.at, { outcome: 'created', row });
  for (const [index, row] of (changed.length > 0 ? await updateResolved(context, rows, changed) : []).entries())
    outcomes.set(changed[index]!.at, { outcome: row.seq === rows[index]!.seq ? 'unchanged' : 'updated', row });
  return outcomes;
}

/** Applies defaults to new rows and rejects the call with all missing cells. The drafts stay unchanged for the next attempt. */
function withDefaults({ schema }: WriteContext, drafts: readonly RowDraft[]): RowDraft[] {
  const copies = drafts.map((draft) => ({ ...draft, patch: { ...draft.patch } }));
  const errors = copies.flatMap((draft) =>
    applyDefaults(schema, draft).map(({ key }) => ({ path: `${draft.at}.${key}`, ...requiredError })),
  );
  if (errors.length > 0) throw invalidFields(errors);
  return copies;
}

/** Upserts each row separately. Invalid rows report their error, and the others are written. */
export async function upsertEach(context: WriteContext, column: Column, drafts: readonly RowDraft[]): Promise<UpsertOutcomes> {
  const together = await tryUpsert(context, column, drafts);
  if (!('problem' in together)) return together.outcomes;
  const outcomes = new Map<string, UpsertOutcome>();
  for (const draft of drafts) {
    const alone = await tryUpsert(context, column, [draft]);
    outcomes.set(draft.at, 'problem' in alone ? alone : alone.outcomes.get(draft.at)!);
  }
  return outcomes;
}

/** Runs an upsert in a savepoint. A failure rolls back its rows and events. */
async function tryUpsert(
  context: WriteContext,
  column: Column,
  drafts: readonly RowDraft[],
): Promise<{ readonly outcomes: UpsertOutcomes } | { readonly problem: Problem }> {
  for (let attempt = 1; ; attempt++)
    try {
      const events: Parameters<WriteContext['emit']>[] = [];
      const outcomes = await context.tx.transaction(async (tx) => {
        events.length = 0;
        return upsertResolved({ ...context, tx, emit: (...event) => void events.push(event) }, column, drafts);
      });
      for (const event of events) context.emit(...event);
      return { outcomes };
    } catch (error) {
      if (error instanceof Problem) return { problem: error };
      const broken = violatedColumn(context.schema, error);
      if (!broken) throw error;
      if (broken.id !== column.id || attempt === MAX_ATTEMPTS)
        return { problem: await duplicateProblem(context.tx, context.schema, broken, drafts) };
    }
}
