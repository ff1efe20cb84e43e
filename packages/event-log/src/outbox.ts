import type { Signals } from '@space/bus';
import type { Actor, EventType } from '@space/contracts/core';
import { isoTime, newId } from '@space/database';
import type { z } from 'zod';
import type { OutboxReader } from './outbox-reader.ts';

/**
 * The outbox: an event is a row written in the transaction of its change, so both happen or neither does.
 *
 * A service emits on its transaction; at commit all its events go into `<schema>.outbox` in one statement. A reader takes
 * them from there: in a cluster the relay, which publishes them to Kafka; on one machine each consumer group itself.
 * Brokers are transport: a row stays until every consumer group has acked it, that is, has committed its effect. In a
 * cluster a row without all acks after a minute is published again. A group that makes no progress for a day is overdue:
 * rows that only overdue groups have not acked move to `<schema>.outbox_missed`, from where an operator redelivers them.
 *
 * Guarantees: each group receives each event at least once; groups deduplicate by event id. A group that handles one batch at a
 * time receives them in commit order per Space.
 * Non-guarantees: order between Spaces, exactly-once, and delivery to a group that was overdue, without an operator.
 */
export interface EmittedEvent {
  readonly id: string;
  readonly type: string;
  readonly space_id: string;
  /** The event as the wire shows it, as JSON text. */
  readonly body: string;
}

/** Creates an event of a type, with the actor that caused it. */
export function createEvent<T extends EventType>(
  type: T,
  data: z.input<T['data']>,
  by: { space_id: string; actor: Actor; chain?: number | undefined },
  now: number,
): EmittedEvent {
  const id = newId('evt');
  const body = JSON.stringify({
    id,
    type: type.type,
    label: type.label,
    space_id: by.space_id,
    occurred_at: isoTime(now),
    data: { ...data, actor: by.chain === undefined ? by.actor : { ...by.actor, chain: by.chain }, actor_kind: by.actor.kind },
  });
  return { id, type: type.type, space_id: by.space_id, body };
}

/** The signal after a commit that emitted events, so that readers need not wait for their next poll. */
export const outboxSignal = (schema: string): string => `space.v1.outbox.${schema}.committed`;

/** The signal of a consumer group that has committed its effect of events of this outbox. */
export const ackSignal = (schema: string): string => `space.v1.outbox.${schema}.acked`;

/** Wakes the readers of an outbox: those of this process directly, and others by a signal unless all active readers are here. */
export function notifyReaders(bus: Signals, schema: string, here: readonly OutboxReader[]): void {
  for (const reader of here) reader.notify();
  if (here.length === 0 || !here.every((reader) => reader.active())) bus.publish(outboxSignal(schema), new Uint8Array());
}
