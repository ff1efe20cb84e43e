import { isDeepStrictEqual } from 'node:util';
import { Json } from '@space/bus';
import { type Actor, agentOf, invalidFields, notFound, Problem } from '@space/contracts/core';
import {
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
import { lockCanUse } from '../can-use/can-use.queries.ts';
import {
  countListeners,
  deleteListener,
  findListener,
  insertListener,
  type ListenerChange,
  markUnreferenced,
  type NewListenerRow,
  rescheduleBatch,
  toBatchMinutes,
  updateListener,
} from './listeners.queries.ts';

/** Who changes listeners, and where. */
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

/** Inserts a listener, unless there are as many as there may be. What an agent makes carries what the agent can use. */
export async function addListener(
  tx: CommonQueryMethods,
  changer: ListenerOwner,
  listener: Omit<NewListenerRow, 'space_id' | 'agent_id' | 'can_use'>,
  now: string,
): Promise<{ json: string; listener: Listener }> {
  const { space_id } = changer;
  const agent = agentOf(changer);
  const [most, owner, noun] = LISTENER_LIMITS[listener.kind];
  if ((await countListeners(tx, space_id, listener.kind, agent)) >= most)
    throw new Problem('limit_reached', `${owner} ${most} ${noun}, which is the most it can have; delete one first.`);
  const can_use = agent === null ? null : await lockCanUse(tx, space_id, agent);
  const { json } = await insertListener(tx, { ...listener, space_id, agent_id: agent, can_use }, now);
  return { json, listener: JSON.parse(json) as Listener };
}

/** The listener of this id, locked until the transaction ends; an agent gets only what it made. */
export async function lockListener(tx: CommonQueryMethods, changer: ListenerOwner, id: string, version: readonly number[] | null) {
  const row = await findListener(tx, changer.space_id, id, true);
  if (!row) throw notFound('event subscription', id);
  const listener = JSON.parse(row.json) as Listener;
  const agent = agentOf(changer);
  if (agent !== null && listener.agent_id !== agent)
    throw new Problem('forbidden', 'This agent did not make that event subscription; an agent changes only what it made.');
  mustMatch(version, row.version);
  return { row, listener };
}

/** Changes what differs of a locked listener and says so in an event; nothing is written when nothing does. */
export async function changeListener(
  tx: Transaction<typeof subscriptionUpdated>,
  { row, listener }: Awaited<ReturnType<typeof lockListener>>,
  space: string,
  given: { [K in keyof ListenerChange]: ListenerChange[K] | undefined },
): Promise<Json<Listener>> {
  assertFieldsOfKind(listener, given);
  const change: ListenerChange = Object.fromEntries(
    Object.entries(given).filter(([field, value]) => value !== undefined && !isDeepStrictEqual(value, listener[field as keyof Listener])),
  );
  // Enabling a webhook clears its count of dead deliveries, also when it is on.
  if (given.enabled && row.dead_run > 0) change.enabled = true;
  const changed = Object.keys(change);
  if (changed.length === 0) return new Json(row.json, row.version, row.dead_run);
  const after = await updateListener(tx, space, listener.id, change, tx.now);
  if (change.event_types) await markUnreferenced(tx, space, tx.now);
  if (change.delivery !== undefined) await rescheduleBatch(tx, space, listener.id, toBatchMinutes(change.delivery));
  const { name, enabled } = JSON.parse(after.json) as Listener;
  tx.emit(subscriptionUpdated, { ...subscriptionData({ ...listener, name }), changed, enabled });
  return new Json(after.json, after.version, after.dead_run);
}

/** Deletes a locked listener and says so in an event. */
export async function removeListener(tx: Transaction<typeof subscriptionDeleted>, listener: Listener, space: string) {
  await deleteListener(tx, space, listener.id, tx.now);
  await markUnreferenced(tx, space, tx.now);
  tx.emit(subscriptionDeleted, subscriptionData(listener));
  return { id: listener.id, deleted: true as const };
}

/** How events name a listener. */
export const subscriptionData = ({ id, name, kind }: Pick<Listener, 'id' | 'name' | 'kind'>) => ({
  subscription_id: id,
  subscription: name,
  kind,
});

/** What the event of a new listener says. */
export const subscriptionCreatedData = (listener: Listener): Parameters<Transaction<typeof subscriptionCreated>['emit']>[1] => ({
  ...subscriptionData(listener),
  event_types: listener.event_types,
});

function assertFieldsOfKind({ kind }: Listener, given: ListenerChange | { url?: unknown; delivery?: unknown }): void {
  const faults = [
    ...(given.url !== undefined && kind !== 'webhook' ? [['url', `is only for webhooks; this is a listener of kind ${kind}`]] : []),
    ...(given.delivery !== undefined && kind !== 'agent'
      ? [['delivery', `is only for listeners of kind agent; this is of kind ${kind}`]]
      : []),
  ];
  if (faults.length > 0) throw invalidFields(faults.map(([path, message]) => ({ path: path!, code: 'wrong_kind', message: message! })));
}
