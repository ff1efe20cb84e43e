import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import type { Event } from '@space/contracts/core';
import { isoTime } from '@space/database';
import type { LoggedEvent } from './event-log.ts';
import { EventSchema } from './gen/space/events/v1/event_pb.ts';

/** The Kafka topic every event goes through, below a prefix that is `space` in every cluster; its key is the Space's id. */
export const eventsTopic = (prefix: string): string => `${prefix}.events`;

/** The event as bytes on Kafka (proto/space/events/v1/event.proto). */
export function encodeEvent(event: LoggedEvent): Buffer {
  const { occurred_at, data } = JSON.parse(event.body) as Event & { data: { actor: { kind: string; id: string; name: string } } };
  return Buffer.from(
    toBinary(
      EventSchema,
      create(EventSchema, {
        id: event.id,
        type: event.type,
        spaceId: event.space_id,
        occurredAt: occurred_at,
        actor: data.actor,
        json: Buffer.from(event.body),
        traceparent: event.trace ?? '',
        source: event.source,
        recordedAt: event.recorded_at === null ? '' : isoTime(event.recorded_at),
      }),
    ),
  );
}

/** Reads what `encodeEvent` wrote; throws for bytes that are not an event. */
export function decodeEvent(bytes: Uint8Array): LoggedEvent {
  const event = fromBinary(EventSchema, bytes);
  if (!event.id || !event.type || !event.spaceId || event.json.length === 0)
    throw new Error('The message is not an event: a field is missing.');
  const body = new TextDecoder('utf-8', { fatal: true }).decode(event.json);
  JSON.parse(body);
  return {
    id: event.id,
    type: event.type,
    space_id: event.spaceId,
    source: event.source,
    body,
    trace: event.traceparent || null,
    recorded_at: event.recordedAt ? Date.parse(event.recordedAt) : null,
  };
}
