import { isDeepStrictEqual } from 'node:util';
import { Json } from '@space/bus';
import { type Actor, agentOf, Problem } from '@space/contracts/core';
import {
  type ChangedListener,
  type Listener,
  MAX_FEEDS_PER_SPACE,
  MAX_LISTENERS_PER_AGENT,
  MAX_WEBHOOKS_PER_SPACE,
  type subscriptionCreated,
  subscriptionDeleted,
  subscriptionUpdated,
} from '@space/contracts/events';
import { mustMatch } from '@space/database';
import type { Transaction } from '@space/event-log';
import type { CommonQueryMethods } from 'slonik';
import type { z } from 'zod';
import { lockCanUse } from '../can-use/can-use.queries.ts';
import { assertChangeFits, type GivenListenerFields } from './listener-faults.ts';
import {
  countListeners,
  deleteListener,
  insertListener,
  type ListenerChange,
  type ListenerRow,
  lockListenerRow,
  markUnreferenced,
  type NewListenerRow,
  rescheduleBatch,
  toBatchMinutes,
  updateListener,
} from './listeners.queries.ts';

/** The Space and the actor of a change. */
export interface ListenerOwner {
  readonly space_id: string;
  readonly actor: Actor;
  readonly agent_id?: string | undefined;
}

const LISTENER_LIMITS = {
  webhook: [MAX_WEBHOOKS_PER_SPACE, 'This Space has', 'webhooks'],
  feed: [MAX_FEEDS_PER_SPACE, 'This Space has', 'feeds'],
  agent: [MAX_LISTENERS_PER_AGENT, 'This agent has', 'listeners'],
} as const;

/** Inserts a listener, with the Can use list of the agent that creates it. Throws `limit_reached`. */
export async function addListener(
  tx: CommonQueryMethods,
  owner: ListenerOwner,
  listener: Omit<NewListenerRow, 'space_id' | 'agent_id' | 'can_use'>,
  now: string,
): Promise<{ json: string; listener: Listener }> {
  const { space_id } = owner;
  const agent = agentOf(owner);
  const [limit, subject, noun] = LISTENER_LIMITS[listener.kind];
  if ((await countListeners(tx, space_id, listener.kind, agent)) >= limit)
    throw new Problem('limit_reached', `${subject} ${limit} ${noun}, which is the maximum; delete one first.`);
  const can_use = agent === null ? null : await lockCanUse(tx, space_id, agent);
  const { json } = await insertListener(tx, { ...listener, space_id, agent_id: agent, can_use }, now);
  return { json, listener: JSON.parse(json) as Listener };
}

/** Locks a listener until the transaction ends and returns it; an agent gets `forbidden` for one that it did not create. */
export async function lockListener(tx: CommonQueryMethods, owner: ListenerOwner, id: string, ifMatch: readonly number[] | null) {
  const row = await lockListenerRow(tx, owner.space_id, id);
  const listener = JSON.parse(row.json) as Listener;
  const agent = agentOf(owner);
  if (agent !== null && listener.agent_id !== agent)
    throw new Problem('forbidden', 'This agent did not create the event subscription; an agent changes only what it created.');
  mustMatch(ifMatch, row.version);
  return { row, listener };
}

/** Updates the fields of a locked listener that differ and emits an event; writes nothing when none differs. */
export async function changeListener(
  tx: Transaction<typeof subscriptionUpdated>,
  { row, listener }: Awaited<ReturnType<typeof lockListener>>,
  space: string,
  given: GivenListenerFields,
): Promise<Json<z.output<typeof ChangedListener>>> {
  assertChangeFits(given, listener);
  const change: ListenerChange = Object.fromEntries(
    Object.entries(given).filter(([field, value]) => value !== undefined && !isDeepStrictEqual(value, listener[field as keyof Listener])),
  );
  // Enabling a webhook resets its count of dead deliveries, also when it is enabled already.
  if (given.enabled && row.consecutive_dead_deliveries > 0) change.enabled = true;
  const changed = Object.keys(change) as (keyof ListenerChange)[];
  const before = Object.fromEntries(
    changed.filter((field) => !isDeepStrictEqual(change[field], listener[field])).map((field) => [field, listener[field]]),
  );
  if (changed.length === 0) return withBefore(row, before);
  const after = await updateListener(tx, space, listener.id, change, tx.now);
  if (change.event_types) await markUnreferenced(tx, space, tx.now);
  if (change.delivery !== undefined) await rescheduleBatch(tx, space, listener.id, toBatchMinutes(change.delivery));
  const { name, enabled } = JSON.parse(after.json) as Listener;
  tx.emit(subscriptionUpdated, { ...subscriptionData({ ...listener, name }), changed, enabled });
  return withBefore(after, before);
}

/** Returns a listener with the values before of the fields that changed. */
const withBefore = ({ json, version, consecutive_dead_deliveries }: ListenerRow, before: object) =>
  new Json<never>(`${json.slice(0, -1)},"before":${JSON.stringify(before)}}`, version, consecutive_dead_deliveries);

/** Deletes a locked listener and emits an event. */
export async function removeListener(tx: Transaction<typeof subscriptionDeleted>, listener: Listener, space: string) {
  await deleteListener(tx, space, listener.id, tx.now);
  await markUnreferenced(tx, space, tx.now);
  tx.emit(subscriptionDeleted, subscriptionData(listener));
  return { id: listener.id, deleted: true as const };
}

/** Returns the fields by which events name a listener. */
export const subscriptionData = ({ id, name, kind }: Pick<Listener, 'id' | 'name' | 'kind'>) => ({
  subscription_id: id,
  subscription: name,
  kind,
});

/** Returns the data of the event of a new listener. */
export const subscriptionCreatedData = (listener: Listener): Parameters<Transaction<typeof subscriptionCreated>['emit']>[1] => ({
  ...subscriptionData(listener),
  event_types: listener.event_types,
});
