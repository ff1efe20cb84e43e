import type { Signals } from '@space/bus';
import type { Actor, EventType } from '@space/contracts/core';
import { isoTime, newId, sql } from '@space/database';
import type { z } from 'zod';
import type { OutboxReader } from './outbox-reader.ts';

/**
 * The outbox: an event is a row written in the transaction of its change, so both happen or neither does.
 *
 * A service emits on its transaction; at commit all its events go into `<schema>.outbox` in one statement. From there
 * a reader carries them on: in a cluster the relay to Kafka, on one machine the consumers themselves. Brokers are
 * transport: a row stays until every consumer group has said that its effect is committed, and a row that nobody
 * settles within a minute is carried again. So an event reaches each group at least once, in commit order per Space;
 * groups dedupe by event id. What is not promised: order between Spaces, and exactly-once.
 */
export interface EmittedEvent {
  readonly id: string;
  readonly type: string;
  readonly space_id: string;
  /** The event as the wire shows it, as JSON text. */
  readonly body: string;
}

/** Makes an event of a type, enriched with who made it happen (spec, Event). */
export function emitted<T extends EventType>(
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

/** The columns of the events' rows, to put behind `insert into <schema>.outbox (id, space_id, type, body, trace) select …`. */
export const outboxRows = (events: readonly EmittedEvent[], trace: string | null) => sql.fragment`
  select id, space_id, type, body, ${trace}::text
  from unnest(
    ${sql.array(
      events.map((event) => event.id),
      'text',
    )},
    ${sql.array(
      events.map((event) => event.space_id),
      'text',
    )},
    ${sql.array(
      events.map((event) => event.type),
      'text',
    )},
    ${sql.array(
      events.map((event) => event.body),
      'text',
    )}
  ) as event (id, space_id, type, body)`;

/** The table of one schema's outbox. */
export const outboxTable = (schema: string) => sql.identifier([schema, 'outbox']);

/** Said on the bus after a commit that emitted, so that the reader need not wait for its next look. */
export const outboxSignal = (schema: string): string => `space.v1.outbox.${schema}.committed`;

/** Wakes the readers of an outbox: those of this process at once, and those of others when it is not this one that reads. */
export function notifyReaders(bus: Signals, schema: string, here: readonly OutboxReader[]): void {
  for (const following of here) following.notify();
  if (here.length === 0 || !here.every((following) => following.active())) bus.publish(outboxSignal(schema), new Uint8Array());
}

/** Said on the bus when a consumer group has committed its effect of events of this outbox. */
export const ackSignal = (schema: string): string => `space.v1.outbox.${schema}.settled`;
