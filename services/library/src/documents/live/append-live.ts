import type { Signals } from '@space/bus';
import { type Actor, notFound } from '@space/contracts/core';
import type { UpdateOutcome } from '@space/contracts/documents';
import { isoTime } from '@space/database';
import type { FollowOutcome } from '@space/rich-text';
import type { CommonQueryMethods } from 'slonik';
import type { DocumentRow } from '../rows/document-row.ts';
import { findDocumentRows, lockDocumentRows } from '../rows/document-rows.queries.ts';
import { gatherUpdates } from '../storage/live-updates.ts';
import { announceUpdates } from './announce-live.ts';
import { type EditorUpdate, insertUpdates } from './live.queries.ts';
import type { LivePorts } from './live-ports.ts';
import { UpdatesTooHeavyError } from './live-states.ts';

/** Updates of editors for one document. */
export interface Appending {
  readonly space: string;
  readonly document_id: string;
  /** The name that their gateway gave them. */
  readonly batch: string;
  readonly updates: readonly EditorUpdate[];
}

/** The outcomes of updates. */
interface Appended {
  readonly outcomes: readonly UpdateOutcome[];
  readonly state_vector: Uint8Array;
}

const refused = (reason: string): UpdateOutcome => ({ outcome: 'refused', reason });

/** Returns a document that is not in the trash. Throws `not_found`. */
export function presentDocument(rows: ReadonlyMap<string, DocumentRow>, id: string): DocumentRow {
  const row = rows.get(id);
  if (!row || row.trashed_at !== null) throw notFound('document', id);
  return row;
}

/**
 * Checks updates of editors on a copy of the document, stores those that change it in one transaction, and announces them. They are not
 * applied to the row that is locked then: an update that the document at one version can take, a later one can take, too. So writers in other
 * processes cost no second check. Throws `not_found`.
 */
export async function appendLive(from: LivePorts, appending: Appending): Promise<Appended> {
  const { updates, document_id } = appending;
  const { ports, turns } = from;
  ports.assertWritable?.();
  const before = presentDocument(await findDocumentRows(ports.database, appending.space, [document_id]), document_id);

  async function refuseAll(reason: string): Promise<Appended> {
    const { state_vector } = await turns(document_id, () =>
      from.states.follow(appending.space, document_id, { updates: [], state_vector: null }),
    );
    return { outcomes: updates.map(() => refused(reason)), state_vector };
  }

  try {
    assertUnlocked(before);
    return await turns(document_id, () => checkAndStore(from, appending));
  } catch (error) {
    if (error instanceof DocumentLockedError) return refuseAll(error.message);
    if (!(error instanceof UpdatesTooHeavyError)) throw error;
    return updates.length > 1 ? appendOneByOne(from, appending) : refuseAll(error.message);
  }
}

/** Thrown for updates of a document that is locked against changes. */
class DocumentLockedError extends Error {}

function assertUnlocked({ is_locked, title }: DocumentRow): void {
  if (is_locked) throw new DocumentLockedError(`"${title}" is locked.`);
}

async function appendOneByOne(from: LivePorts, { updates, ...appending }: Appending): Promise<Appended> {
  const outcomes: UpdateOutcome[] = [];
  let state_vector: Uint8Array = new Uint8Array();
  for (const update of updates) {
    const appended = await appendLive(from, { ...appending, updates: [update] });
    outcomes.push(...appended.outcomes);
    state_vector = appended.state_vector;
  }
  return { outcomes, state_vector };
}

async function checkAndStore(from: LivePorts, { space, document_id, batch, updates }: Appending): Promise<Appended> {
  const { states, ports } = from;
  const { outcomes, state_vector } = await states.follow(space, document_id, {
    updates: updates.map(({ update }) => update),
    state_vector: null,
  });
  const changing = updates.filter((_, index) => isChange(outcomes[index]!));
  if (changing.length > 0) {
    await storing(from, document_id, changing, batch, () =>
      ports.database.transaction(async function storeInTransaction(tx) {
        const document = presentDocument(await lockDocumentRows(tx, space, [document_id]), document_id);
        assertUnlocked(document);
        return storeUpdates(tx, document, changing, isoTime(ports.clock.now()));
      }),
    );
  }
  return { outcomes: outcomes.map(outcomeOf), state_vector };
}

/** Stores updates that the thread has checked, and announces them. The thread forgets the document if they are not stored. */
export async function storing(
  { states, ports: { bus } }: { readonly states: LivePorts['states']; readonly ports: { readonly bus: Signals } },
  document_id: string,
  updates: readonly EditorUpdate[],
  batch: string | null,
  store: () => Promise<number | undefined>,
): Promise<void> {
  try {
    const first_version = await store();
    if (first_version === undefined) return states.forget(document_id);
    states.stored(document_id, first_version, updates.length);
    announceUpdates(bus, document_id, { first_version, updates: updates.map(({ update }) => update), batch });
  } catch (error) {
    states.forget(document_id);
    throw error;
  }
}

/** Stores updates of a document, which is locked, and returns the version of the first. Its text is read again later, and so comes its event. */
export async function storeUpdates(
  tx: CommonQueryMethods,
  { space_id: space, id: document_id, content_version: version }: DocumentRow,
  updates: readonly EditorUpdate[],
  now: string,
): Promise<number> {
  await insertUpdates(tx, { space, document_id, version }, updates, now);
  const actors = updates.map(({ actor }) => actor);
  await gatherUpdates(tx, { space, document_id, version, last_version: version + updates.length }, actors as [Actor, ...Actor[]], now);
  return version + 1;
}

/** Returns true if an update changed the document. */
export const isChange = (outcome: FollowOutcome): boolean => 'is_changed' in outcome && outcome.is_changed;

const outcomeOf = (outcome: FollowOutcome): UpdateOutcome =>
  'refusal' in outcome ? refused(outcome.refusal) : { outcome: outcome.is_changed ? 'stored' : 'unchanged', reason: null };
