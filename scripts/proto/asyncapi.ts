import { Event, type EventType, WebhookBody } from '@space/contracts/core';
import { eventTypes, RETRY_DELAYS_MINUTES, WEBHOOK_TIMEOUT_MS } from '@space/contracts/events';
import { z } from 'zod';

const schema = (type: z.ZodType) => {
  const { $schema: _dialect, id: _id, ...rest } = z.toJSONSchema(type) as Record<string, unknown>;
  return rest;
};

const message = (type: EventType, body: string) => ({
  name: type.type,
  title: type.label,
  contentType: 'application/json',
  payload: {
    allOf: [
      { $ref: `#/components/schemas/${body}` },
      { properties: { type: { const: type.type }, data: { $ref: `./events/${type.type}.json` } } },
    ],
  },
});

const references = (channel: string) =>
  Object.fromEntries([...eventTypes.keys()].map((type) => [type, { $ref: `#/components/messages/${channel}_${type}` }]));

/** The AsyncAPI 3.0 document: the Kafka topic and the webhook, with a message for each event type. */
export function asyncApiDocument(version: string) {
  const messages = [...eventTypes.values()].flatMap((type) => [
    [`topic_${type.type}`, message(type, 'Event')] as const,
    [`webhook_${type.type}`, message(type, 'WebhookBody')] as const,
  ]);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Space API events',
      version,
      description: `The events of a Space. On Kafka each message is the protobuf envelope space.events.v1.Event that contains this JSON. A webhook receives the JSON as the body of a signed POST and must answer 2xx within ${WEBHOOK_TIMEOUT_MS / 1_000} seconds; a failed delivery is retried after ${RETRY_DELAYS_MINUTES.join(', ')} minutes.`,
    },
    defaultContentType: 'application/json',
    channels: {
      topic: {
        address: 'space.events',
        description: 'Kafka; the key is the id of the Space, so events of one Space arrive in order.',
        messages: references('topic'),
      },
      webhook: { address: null, description: 'HTTPS POST to the URL of an event subscription.', messages: references('webhook') },
    },
    operations: {
      emit: { action: 'send', channel: { $ref: '#/channels/topic' } },
      deliver: { action: 'send', channel: { $ref: '#/channels/webhook' } },
    },
    components: { messages: Object.fromEntries(messages), schemas: { Event: schema(Event), WebhookBody: schema(WebhookBody) } },
  };
}
