import type { Signals } from '@space/bus';
import type { Actor } from '@space/contracts/core';
import type { UpdateOutcome } from '@space/contracts/live';
import type { FollowOutcome } from '@space/crdt';
import { isoTime } from '@space/database';
import type { CommonQueryMethods } from 'slonik';
import type { ContentRow } from '../contents/kinds/content-row.ts';
import type { ContentTables } from '../contents/kinds/content-tables-sql.ts';
import { gatherUpdates } from '../contents/storage/gather-updates.ts';
import { announceUpdates } from './announce-live.ts';
import { type EditorUpdate, insertUpdates } from './live.queries.ts';
import type { LivePorts } from './live-ports.ts';
import { UpdatesTooHeavyError } from './live-states.ts';
import { findPresent, lockPresent } from './present-content.ts';

/** Updates of editors for one content. */
export interface Appending {
  readonly space: string;
  readonly id: string;
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

/**
 * Checks updates of editors on a copy of the content, stores those that change it in one transaction, and announces them. They are not
 * applied to the row that is locked then: an update that the content at one version can take, a later one can take, too. So writers in other
 * processes cost no second check. Throws `not_found`.
 */
export async function appendLive(from: LivePorts, appending: Appending): Promise<Appended> {
  const { updates, space, id } = appending;
  from.ports.assertWritable?.();
  const before = await findPresent(from, space, id);

  async function refuseAll(reason: string): Promise<Appended> {
    const { state_vector } = await from.turns(id, () => from.states.follow(space, id, { updates: [], state_vector: null }));
    return { outcomes: updates.map(() => refused(reason)), state_vector };
  }

  try {
    assertUnlocked(before);
    return await from.turns(id, () => checkAndStore(from, appending));
  } catch (error) {
    if (error instanceof ContentLockedError) return refuseAll(error.message);
    if (!(error instanceof UpdatesTooHeavyError)) throw error;
    return updates.length > 1 ? appendOneByOne(from, appending) : refuseAll(error.message);
  }
}

/** Thrown for updates of a content that is locked against changes. */
class ContentLockedError extends Error {}

function assertUnlocked({ is_locked, title }: ContentRow): void {
  if (is_locked) throw new ContentLockedError(`"${title}" is locked.`);
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

async function checkAndStore(from: LivePorts, { space, id, batch, updates }: Appending): Promise<Appended> {
  const { states, ports, kind } = from;
  const { outcomes, state_vector } = await states.follow(space, id, {
    updates: updates.map(({ update }) => update),
    state_vector: null,
  });
  const changing = updates.filter((_, index) => isChange(outcomes[index]!));
  if (changing.length > 0) {
    await storing(from, { id, updates: changing, batch }, () =>
      ports.database.transaction(async function storeInTransaction(tx) {
        const row = await lockPresent(tx, kind, space, id);
        assertUnlocked(row);
        return storeUpdates(tx, kind.tables, row, changing, isoTime(ports.clock.now()));
      }),
    );
  }
  return { outcomes: outcomes.map(outcomeOf), state_vector };
}

/** Updates that the thread has checked. */
interface CheckedUpdates extends Pick<Appending, 'id' | 'updates'> {
  /** The name that the gateway of their editors gave them; null for those of a call. */
  readonly batch: string | null;
}

/** Stores checked updates, and announces them. The thread forgets the content if they are not stored. */
export async function storing(
  { states, ports: { bus } }: { readonly states: LivePorts['states']; readonly ports: { readonly bus: Signals } },
  { id, updates, batch }: CheckedUpdates,
  store: () => Promise<number | undefined>,
): Promise<void> {
  try {
    const first_version = await store();
    if (first_version === undefined) return states.forget(id);
    states.stored(id, first_version, updates.length);
    announceUpdates(bus, id, { first_version, updates: updates.map(({ update }) => update), batch });
  } catch (error) {
    states.forget(id);
    throw error;
  }
}

/** Stores updates of a content, whose row is locked, and returns the version of the first. What is derived from it is read again later, and so comes its event. */
export async function storeUpdates(
  tx: CommonQueryMethods,
  tables: ContentTables,
  { space_id: space, id, content_version: version }: ContentRow,
  updates: readonly EditorUpdate[],
  now: string,
): Promise<number> {
  await insertUpdates(tx, tables, { space, id, version }, updates, now);
  const actors = updates.map(({ actor }) => actor);
  const stored = { space, id, version, last_version: version + updates.length };
  await gatherUpdates(tx, tables, stored, actors as [Actor, ...Actor[]], now);
  return version + 1;
}

/** Returns true if an update changed the content. */
export const isChange = (outcome: FollowOutcome): boolean => 'is_changed' in outcome && outcome.is_changed;

const outcomeOf = (outcome: FollowOutcome): UpdateOutcome =>
  'refusal' in outcome ? refused(outcome.refusal) : { outcome: outcome.is_changed ? 'stored' : 'unchanged', reason: null };
