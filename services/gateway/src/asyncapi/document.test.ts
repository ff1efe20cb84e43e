import { expect, test } from '@jest/globals';
import { WebhookBody } from '@space/contracts/core';
import { eventTypes, testEvent } from '@space/contracts/events';
import { asyncApiDocument } from './document.ts';

const document = JSON.parse(JSON.stringify(asyncApiDocument('https://api.example.com')));
const names = [...eventTypes.keys(), testEvent.type];

test('the webhook has a message for every event type and for the test event', () => {
  expect(Object.keys(document.channels.webhook.messages)).toEqual(names);
  expect(document.operations.deliver).toMatchObject({ action: 'send', channel: { $ref: '#/channels/webhook' } });
});

test.each(names)('the message of %s has a schema of its data and a sample that fits', (name) => {
  const { payload, examples } = document.components.messages[name];
  expect(payload.allOf[1].properties).toEqual({ type: { const: name }, data: { $ref: `#/components/schemas/${name}` } });
  const [{ payload: sample }] = examples;
  expect(WebhookBody.parse(sample)).toMatchObject({ type: name });
  expect(Object.keys(sample.data)).toEqual(expect.arrayContaining(document.components.schemas[name].required));
});

test('every reference of the document leads to a definition in it', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]!);
  const missing = references.filter((reference) => {
    const target = reference
      .split('/')
      .slice(1)
      .reduce((node, name) => node?.[name], document);
    return !reference.startsWith('#/') || target === undefined || target.$ref === reference;
  });
  expect([references.length > names.length, missing]).toEqual([true, []]);
});
