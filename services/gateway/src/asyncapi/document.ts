import { Enrichment, type EventType, enrichedSample, WebhookBody } from '@space/contracts/core';
import { eventTypes, RETRY_DELAYS_MINUTES, testEvent, WEBHOOK_TIMEOUT_MS, webhookHeaders } from '@space/contracts/events';
import { VERSION } from '@space/runtime';
import { z } from 'zod';
import { type Components, createComponents } from '../openapi/components.ts';
import { createContact, LICENSE } from '../openapi/document.ts';
import { schemaOf, withoutClosing } from '../operation/json-schema.ts';

/**
 * Returns the AsyncAPI 3.0 document of the events of a Space: one channel, the requests to a webhook, with a message for each
 * event type of the contracts. `baseUrl` is the address of the server.
 */
export function asyncApiDocument(baseUrl: string) {
  const shared = createComponents();
  const types = [...eventTypes.values(), testEvent];
  const messages = Object.fromEntries(types.map((type) => [type.type, messageOf(type, shared)]));
  shared.place(schemaOf(z.object({ body: WebhookBody })));
  return {
    asyncapi: '3.0.0',
    id: `${baseUrl}/v1/asyncapi.json`,
    info: {
      title: 'Space API events',
      version: VERSION,
      description,
      contact: createContact(baseUrl),
      license: LICENSE,
      tags: [{ name: 'webhooks', description: 'Events of a Space, sent to your receiver.' }],
      externalDocs: { description: 'The reference of the API', url: `${baseUrl}/docs` },
    },
    defaultContentType: 'application/json',
    channels: {
      webhook: {
        address: null,
        title: 'Webhook',
        description: 'The URL of an event subscription of kind webhook. POST /event-subscriptions creates one.',
        messages: Object.fromEntries(types.map(({ type }) => [type, { $ref: `#/components/messages/${type}` }])),
      },
    },
    operations: {
      deliver: {
        action: 'send',
        channel: { $ref: '#/channels/webhook' },
        summary: 'Deliver an event to a webhook',
        description: 'A signed POST for each event that the subscription names.',
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
      },
    },
    components: { messages, schemas: { ...shared.all(), WebhookHeaders: headers } },
  };
}

const description = `The events of a Space, as a webhook receives them. Each delivery is a POST that carries one event as JSON and its signature in headers. The receiver must answer 2xx within ${WEBHOOK_TIMEOUT_MS / 1_000} seconds. A failed delivery is retried after ${RETRY_DELAYS_MINUTES.join(', ')} minutes. GET /events returns the same events without delivery_id and attempt.`;

const headers = {
  type: 'object',
  required: Object.keys(webhookHeaders),
  properties: Object.fromEntries(Object.entries(webhookHeaders).map(([name, description]) => [name, { type: 'string', description }])),
};

/** Returns the message of an event type. The schema of its data becomes a component with the name of the type. */
function messageOf(type: EventType, shared: Components) {
  const data = withoutClosing(schemaOf(type.data.extend(Enrichment.shape)));
  const { $defs, ...own } = data as { $defs?: object };
  shared.place({ $defs: { ...$defs, [type.type]: own } });
  return {
    name: type.type,
    title: type.label,
    summary: `${type.label} (${type.group})`,
    contentType: 'application/json',
    headers: { $ref: '#/components/schemas/WebhookHeaders' },
    payload: {
      allOf: [
        { $ref: '#/components/schemas/WebhookBody' },
        { type: 'object', properties: { type: { const: type.type }, data: { $ref: `#/components/schemas/${type.type}` } } },
      ],
    },
    examples: [{ name: 'sample', payload: sampleOf(type) }],
  };
}

const sampleOf = (type: EventType) => ({
  id: 'evt_01jd0000000000000000000000',
  type: type.type,
  label: type.label,
  space_id: 'spc_01jd0000000000000000000000',
  occurred_at: '2026-01-15T09:30:00.000Z',
  data: enrichedSample(type),
  delivery_id: 1,
  attempt: 1,
});
