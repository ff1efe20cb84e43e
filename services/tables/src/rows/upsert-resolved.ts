import { invalidFields, Problem } from '@space/contracts/core';
import type { Column, StoredRow } from '../schema/schema.ts';
import { createResolved } from './create-rows.ts';
import { completeNew, type Draft, requiredFault } from './draft-rows.ts';
import { brokenColumn, duplicateProblem, findByUnique, uniqueKey } from './duplicates.ts';
import type { Shown } from './emit-row-events.ts';
import { findRows } from './rows.queries.ts';
import { changeResolved } from './update-rows.ts';
import type { Writing } from './write-context.ts';

/** What became of one row. */
export type Outcome = { readonly outcome: 'created' | 'updated' | 'unchanged'; readonly shown: Shown } | { readonly problem: Problem };

/** What became of rows, by where they stand in the call. */
type Outcomes = ReadonlyMap<string, Outcome>;

/** Tries of one row that somebody else creates at the same time. */
const TRIES = 3;

/** Creates the rows whose key is not there and changes the others; throws when one of them cannot be. */
export async function upsertResolved(writing: Writing, column: Column, drafts: readonly Draft[]): Promise<Outcomes> {
  if (drafts.length === 0) return new Map();
  const { tx, schema } = writing;
  const keyOf = ({ patch }: Draft) => uniqueKey(patch[column.cid]!);
  const there = await findByUnique(
    tx,
    schema,
    column,
    drafts.map(({ patch }) => patch[column.cid]!),
    true,
  );
  const stored = new Map((await findRows(tx, schema.heap, [...there.values()])).map((row) => [row.id, row]));
  const isNew = (draft: Draft) => !there.has(keyOf(draft));
  const created = completed(writing, drafts.filter(isNew));
  const changed = drafts.filter((draft) => !isNew(draft));
  const rows = changed.map((draft): StoredRow => stored.get(there.get(keyOf(draft))!)!);
  const outcomes = new Map<string, Outcome>();
  for (const [index, shown] of (created.length > 0 ? await createResolved(writing, created) : []).entries())
    outcomes.set(created[index]!.at, { outcome: 'created', shown });
  for (const [index, shown] of (changed.length > 0 ? await changeResolved(writing, rows, changed) : []).entries())
    outcomes.set(changed[index]!.at, { outcome: shown.seq === rows[index]!.seq ? 'unchanged' : 'updated', shown });
  return outcomes;
}

/** New rows with their defaults; all that is missing is refused at once. The drafts stay as they are for another try. */
function completed({ schema }: Writing, drafts: readonly Draft[]): Draft[] {
  const copies = drafts.map((draft) => ({ ...draft, patch: { ...draft.patch } }));
  const faults = copies.flatMap((draft) => completeNew(schema, draft).map(({ key }) => ({ path: `${draft.at}.${key}`, ...requiredFault })));
  if (faults.length > 0) throw invalidFields(faults);
  return copies;
}

/** The same for each row by itself: what cannot be written says why, and the others are written. */
export async function upsertEach(writing: Writing, column: Column, drafts: readonly Draft[]): Promise<Outcomes> {
  const together = await attempt(writing, column, drafts);
  if (!('problem' in together)) return together.outcomes;
  const outcomes = new Map<string, Outcome>();
  for (const draft of drafts) {
    const alone = await attempt(writing, column, [draft]);
    outcomes.set(draft.at, 'problem' in alone ? alone : alone.outcomes.get(draft.at)!);
  }
  return outcomes;
}

/** Tries behind a savepoint: what fails leaves nothing behind, no event either. */
async function attempt(
  writing: Writing,
  column: Column,
  drafts: readonly Draft[],
): Promise<{ readonly outcomes: Outcomes } | { readonly problem: Problem }> {
  for (let tried = 1; ; tried++)
    try {
      const events: Parameters<Writing['emit']>[] = [];
      const outcomes = await writing.tx.transaction(async (tx) => {
        events.length = 0;
        return upsertResolved({ ...writing, tx, emit: (...event) => void events.push(event) }, column, drafts);
      });
      for (const event of events) writing.emit(...event);
      return { outcomes };
    } catch (error) {
      if (error instanceof Problem) return { problem: error };
      const broken = brokenColumn(writing.schema, error);
      if (!broken) throw error;
      if (broken.id !== column.id || tried === TRIES)
        return { problem: await duplicateProblem(writing.tx, writing.schema, broken, drafts) };
    }
}
