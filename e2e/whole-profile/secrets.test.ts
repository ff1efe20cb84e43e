import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connectOauthClient, eventually } from '@space/runtime/testing';
import { withoutBanner } from '../../scripts/test/secret-scan.ts';
import { closeReceivers, newWebhookSpace } from '../journeys/webhook-space.ts';
import { oauthOrigin } from '../oauth-origin.ts';
import { operator, profile } from '../profile.ts';
import { sendBytes } from '../raw-http.ts';
import { newKey } from '../space.ts';

/** Secrets that the log must never contain. */
const secrets: string[] = [];
const REQUEST_ID = 'a-request-of-the-secrets-suite';
let logs: { file: string; text: string }[] = [];

beforeAll(async () => {
  await sendSecretsEverywhere();
  await eventually(async () => {
    logs = await Promise.all(profile.log_files.map(async (file) => ({ file, text: await readFile(file, 'utf8') })));
    expect(logs.some(({ text }) => text.includes(REQUEST_ID))).toBe(true);
  });
});
afterAll(closeReceivers);

/** Sends keys and signing secrets in the right places and in wrong ones. */
async function sendSecretsEverywhere(): Promise<void> {
  const space = await newWebhookSpace();
  const { api_key, secret, request, webhook_id } = space;
  const revoked = await newKey(space.space_id);
  await operator.settings.revoke_key({ id: revoked.key_id });
  const rotated = await space.client.event_subscriptions.rotate_secret({ id: webhook_id });
  const { tokens, code } = await connectOauthClient(await oauthOrigin(), api_key);
  secrets.push(code, tokens.access_token, tokens.refresh_token);
  await request('GET', `/contacts?search=${tokens.access_token}`);
  await request('GET', '/contacts', { key: tokens.refresh_token });
  secrets.push(api_key, secret, revoked.api_key, rotated.secret, profile.operator_token);
  await request('GET', '/contacts', { key: revoked.api_key });
  await request('GET', `/contacts?search=${api_key}`);
  await request('GET', `/contacts/${api_key}`);
  await request('GET', `/${secret}`);
  await request('POST', '/contacts', { raw: `{"name": ${api_key}` });
  await request('POST', '/contacts', { body: { name: api_key, email: secret } });
  await request('POST', '/contacts', { body: { name: 'Ada', email: 'ada@example.com', custom_fields: { api_key, secret } } });
  await request('POST', '/event-subscriptions', {
    body: { kind: 'webhook', name: 'x', url: `https://10.0.0.1/${api_key}`, event_types: ['*'] },
    headers: { 'idempotency-key': api_key },
  });
  await request('POST', '/event-subscriptions', {
    body: { kind: 'webhook', name: 'x', url: space.receiver.url, event_types: ['*'] },
    headers: { 'idempotency-key': 'sealed' },
  });
  await fetch(profile.mcp_url, {
    method: 'POST',
    headers: { 'x-api-key': api_key, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: api_key, arguments: { secret } } }),
  });
  await sendBytes(
    `GET /v1/contacts HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-Id: ${api_key}\r\nAuthorization: Bearer ${api_key}\r\nBad Header\r\n\r\n`,
  );
  await space.received('contact_created');
  // When the log contains this request, it contains those before it.
  await request('GET', '/contacts', { headers: { 'x-request-id': REQUEST_ID } });
}

test('the log contains the id of each request', () => {
  expect(logs.map(({ text }) => text).join('')).toContain(`"request_id":"${REQUEST_ID}"`);
});

test('every log line is JSON with a time, a level, a service and a message', () => {
  const lines = logs.flatMap(({ text }) => text.split('\n')).filter((line) => line.startsWith('{'));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: expect.any(String),
      service: expect.any(String),
      msg: expect.any(String),
    });
});

test.each(profile.log_files)('the log %s contains no key and no signing secret', (file) => {
  const text = withoutBanner(logs.find((log) => log.file === file)!.text);
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(text.match(/(wks_[a-z]+_|whsec_)(?!\[redacted\])[\w+/=]+/g)).toBeNull();
});

test.each(profile.metrics_urls)('the metrics %s contain no key and no signing secret', async (url) => {
  const text = await (await fetch(url)).text();
  expect(text).not.toMatch(/wks_[a-z]+_|whsec_|spo_/);
});

/** Many tests have unreachable receivers, so that egress may look down for a moment. */
const EXPECTED_ERROR = 'egress appears to be down';

test('the logs contain no unexpected error', () => {
  const failures = logs.flatMap(({ text }) => text.split('\n')).filter((line) => line.includes('"level":"error"'));
  expect(failures.filter((line) => !line.includes(EXPECTED_ERROR))).toEqual([]);
});
