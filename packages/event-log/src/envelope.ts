import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import type { Event } from '@space/contracts/core';
import type { MessageSigner } from '@space/crypto';
import { isoTime } from '@space/database';
import type { IHeaders, KafkaMessage } from 'kafkajs';
import { type ConsumerGroup, type LoggedEvent, readsOutbox } from './event-log.ts';
import { EventSchema } from './gen/space/events/v1/event_pb.ts';

/** Returns the Kafka topic of all events. The key of a message is the Space's id; the prefix is `space` in every cluster. */
export const eventsTopic = (prefix: string): string => `${prefix}.events`;

/** Returns the bytes of an event on Kafka (proto/space/events/v1/event.proto). */
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

/** Returns the event in bytes of `encodeEvent`; throws for bytes that are not an event. */
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

/** The header with the only group that receives a message, for a redelivery. */
const GROUP_HEADER = 'space-group';

/** The header with the schema whose outbox an event comes from, for groups that do not read all. */
const SOURCE_HEADER = 'space-source';

/** The header with the signature of a message, over its group and its value (ADR 19). */
const SIGNATURE_HEADER = 'space-signature';

const signedText = (group: string): string => `event\n${group}`;

/** Returns the header with the signature of a message for all groups, or for one. */
export const signatureHeaders = (value: Uint8Array, signer: MessageSigner, group = ''): IHeaders => ({
  [SIGNATURE_HEADER]: signer.sign(signedText(group), value),
});

/** Returns the message of an event on Kafka. */
export function eventMessage(event: LoggedEvent, signer: MessageSigner): { key: string; value: Buffer; headers: IHeaders } {
  const value = encodeEvent(event);
  const { only_group: group } = event;
  const headers = { ...signatureHeaders(value, signer, group ?? ''), [SOURCE_HEADER]: event.source };
  return { key: event.space_id, value, headers: group ? { ...headers, [GROUP_HEADER]: group } : headers };
}

/** Returns the reason to refuse a message on Kafka, or undefined for one that a process of this installation signed. */
export function messageRefusal(
  { value, headers }: Pick<KafkaMessage, 'value' | 'headers'>,
  signer: MessageSigner,
): 'unsigned' | 'forged' | undefined {
  const signature = headers?.[SIGNATURE_HEADER];
  if (signature === undefined) return 'unsigned';
  const group = String(headers?.[GROUP_HEADER] ?? '');
  return signer.verify(String(signature), signedText(group), value ?? new Uint8Array()) ? undefined : 'forged';
}

/** True for a message that a group receives: it names this group or none, and a schema that the group reads or none. */
export const isAddressedTo = (group: ConsumerGroup, { headers }: { readonly headers?: IHeaders | undefined }): boolean => {
  const [only, source] = [headers?.[GROUP_HEADER], headers?.[SOURCE_HEADER]];
  return (only === undefined || String(only) === group.name) && (source === undefined || readsOutbox(group, String(source)));
};
