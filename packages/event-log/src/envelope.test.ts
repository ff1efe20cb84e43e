import { fromBinary } from '@bufbuild/protobuf';
import { describe, expect, test } from '@jest/globals';
import { contactCreated } from '@space/contracts/contacts';
import { createMessageSigner } from '@space/crypto';
import { decodeEvent, encodeEvent, eventMessage, isAddressedTo, messageRefusal } from './envelope.ts';
import type { LoggedEvent } from './event-log.ts';
import { EventSchema } from './gen/space/events/v1/event_pb.ts';
import { createEvent } from './outbox.ts';

const signer = createMessageSigner(Buffer.alloc(32, 1).toString('base64'));
const occurredAt = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const made = createEvent(
  contactCreated,
  contactCreated.sample,
  { space_id: 'spc_1', actor: { kind: 'agent', id: 'agt_1', name: 'Zoë 👩‍🚀' } },
  occurredAt,
);
const event: LoggedEvent = {
  ...made,
  source: 'contacts',
  trace: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  recorded_at: 1_767_225_600_000,
};

describe('the envelope of an event', () => {
  test('decodes to the encoded event', () => {
    expect(decodeEvent(encodeEvent(event))).toEqual(event);
    const bare = { ...event, trace: null, recorded_at: null };
    expect(decodeEvent(encodeEvent(bare))).toEqual(bare);
  });

  test('has fields for actor, type and time besides the JSON', () => {
    expect(fromBinary(EventSchema, encodeEvent(event))).toMatchObject({
      id: event.id,
      type: 'contact_created',
      spaceId: 'spc_1',
      occurredAt: '2026-01-02T03:04:05.678Z',
      source: 'contacts',
      actor: { kind: 'agent', id: 'agt_1', name: 'Zoë 👩‍🚀' },
    });
  });

  test('reaches every group that reads its schema, or only the group that it names', () => {
    const group = (name: string, reads?: string[]) => ({ name, linger_ms: 0, concurrent_batches: 1, ...(reads && { reads }) });
    const groups = [group('events'), group('delivery'), group('events', ['work']), group('delivery', ['work', 'contacts'])];
    const addressed = eventMessage({ ...event, only_group: 'events' }, signer);
    expect(groups.map((one) => isAddressedTo(one, addressed))).toEqual([true, false, false, false]);
    expect(groups.map((one) => isAddressedTo(one, eventMessage(event, signer)))).toEqual([true, true, false, true]);
    const headers = { 'space-group': Buffer.from('events'), 'space-source': Buffer.from('work') };
    expect(groups.map((one) => isAddressedTo(one, { headers }))).toEqual([true, false, true, false]);
    expect(groups.map((one) => isAddressedTo(one, { headers: {} }))).toEqual([true, true, true, true]);
  });

  test('is refused without the signature of this installation over its value and its group', () => {
    const message = eventMessage({ ...event, only_group: 'events' }, signer);
    expect(messageRefusal(message, signer)).toBeUndefined();
    const { 'space-group': _group, ...toAll } = message.headers;
    for (const forged of [
      { ...message, headers: toAll },
      { ...message, headers: { ...message.headers, 'space-group': 'delivery' } },
      { ...message, value: encodeEvent({ ...event, space_id: 'spc_2' }) },
      { ...message, headers: { 'space-signature': '' } },
    ])
      expect(messageRefusal(forged, signer)).toBe('forged');
    expect(messageRefusal({ value: message.value, headers: {} }, signer)).toBe('unsigned');
    expect(messageRefusal(message, createMessageSigner(Buffer.alloc(32, 2).toString('base64')))).toBe('forged');
  });

  test.each([
    ['bytes that are not an envelope', Buffer.from('no event')],
    ['no bytes', new Uint8Array()],
    ['an envelope without an id', encodeEvent({ ...event, id: '' })],
    ['an envelope without a Space', encodeEvent({ ...event, space_id: '' })],
    ['half of an envelope', encodeEvent(event).subarray(0, 40)],
  ])('is not decoded from %s', (_what, bytes) => {
    expect(() => decodeEvent(bytes)).toThrow();
  });
});
