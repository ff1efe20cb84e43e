import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { MAX_JSON_DEPTH } from '@space/contracts/core';
import { httpRequests, MAX_ANSWER_BYTES } from '@space/contracts/integrations';
import { sql } from '@space/database';
import type { TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { type EchoServer, startEchoServer } from './fixtures/echo-server.ts';
import { newIntegrationsSpace, startIntegrations } from './fixtures/integrations-space.ts';

/** A multiple of three bytes, so that its base64 ends with it. */
const VALUE = `tok&5f1c/9+a "b" <c>='ok`;

let running: TestServices;
let server: EchoServer;
beforeAll(async () => {
  running = await startIntegrations();
});
afterAll(() => running.stop());
beforeEach(async () => {
  server = await startEchoServer();
});
afterEach(() => server.close());

/** Lets the server answer with JSON, and returns the answer to a request with the secret and an idempotency key. */
async function answerTo(json: string) {
  const space = newIntegrationsSpace(running.ports);
  await space.setSecret({ value: VALUE });
  server.answer((_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(json));
  const secret_headers = { Authorization: 'Bearer {{secret.CRM_TOKEN}}' };
  const send = () => space.call(httpRequests, 'send', { url: server.url, secret_headers }, { idempotency_key: 'k' });
  const answer = await send();
  expect(await send()).toEqual(answer);
  expect(server.received).toHaveLength(1);
  const stored = await running.ports.database.oneFirst(sql.type(z.object({ text: z.string() }))`
    select t::text as text from integrations.idempotency as t where space_id = ${space.caller.space_id}`);
  return { ...answer, stored };
}

/** Writes characters of a text as escapes. */
const escaped = (text: string, characters: RegExp, digits: (code: string) => string = (code) => code) =>
  text.replace(characters, (one) => `\\u${digits(one.charCodeAt(0).toString(16).padStart(4, '0'))}`);

/** Returns the text as it is, and as JSON decodes it one to five times. */
const decodings = (text: string): string[] => {
  const texts = [text];
  for (let times = 0; times < 5; times += 1)
    texts.push(
      texts[times]!.replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_escape, code: string | undefined, letter: string) =>
        code === undefined ? letter : String.fromCharCode(Number.parseInt(code, 16)),
      ),
    );
  return texts;
};

describe('a receiver that answers in JSON with the secret', () => {
  const inJson = JSON.stringify(VALUE).slice(1, -1);
  test.each([
    ['for HTML', escaped(inJson, /[&<>]/g)],
    ['with each special character as an escape', escaped(VALUE, /[&<>'"/+= ]/g)],
    ['in capital digits', escaped(VALUE, /[&<>'"/+=]/g, (code) => code.toUpperCase())],
    ['in escapes only', escaped(VALUE, /./g)],
    ['in JSON in a string', escaped(JSON.stringify(inJson), /[&<]/g).slice(1, -1)],
    ['as base64 with escapes', escaped(Buffer.from(VALUE).toString('base64'), /[0-9+/=]/g)],
  ])('%s shows it in no part of the answer', async (_form, form) => {
    const body = `{"got":"Bearer ${form}","${form}":[{"__proto__":"${form}","id":7}]}`;
    JSON.parse(body);
    const { stored, ...answer } = await answerTo(body);
    expect(answer.json).toEqual({
      got: 'Bearer [secret CRM_TOKEN]',
      '[secret CRM_TOKEN]': [JSON.parse('{"__proto__":"[secret CRM_TOKEN]","id":7}')],
    });
    expect(JSON.parse(answer.body)).toEqual(answer.json);
    const base64 = Buffer.from(VALUE).toString('base64').slice(0, 24);
    for (const text of [answer.body, JSON.stringify(answer.json), JSON.stringify(answer), stored].flatMap(decodings))
      for (const part of [VALUE, 'tok&5f1c', '5f1c/9+a', base64]) expect(text).not.toContain(part);
  });

  test('redacts it across the end of what is returned', async () => {
    const form = escaped(VALUE, /./g);
    for (const before of [form.length - 1, 60, 6, 1]) {
      const { body } = await answerTo(`"${'x'.repeat(MAX_ANSWER_BYTES - 1 - before)}${form}${'y'.repeat(200)}"`);
      expect(body.replaceAll('x', '')).toBe('"[secret CRM_TOKEN]');
      server.received.length = 0;
    }
  });

  test('shows no value that is nested too deep', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
    for (const [levels, json] of [
      [MAX_JSON_DEPTH, JSON.parse(nested(MAX_JSON_DEPTH))],
      [MAX_JSON_DEPTH + 1, null],
      [30_000, null],
    ] as const) {
      expect(await answerTo(nested(levels))).toMatchObject({ status: 200, json, body: nested(levels) });
      server.received.length = 0;
    }
  });
});
