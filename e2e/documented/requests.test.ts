import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { httpRequests, Integration } from '@space/contracts/integrations';
import { type Receiver, startReceiver } from '@space/runtime/testing';
import { SignedEvent } from '../../services/commerce/src/providers/signed/signed-event.ts';
import { callTool } from '../journeys/mcp-post.ts';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';
import { run } from './inventory.ts';
import { newPlaceholders } from './placeholders.ts';

/** A request of a document: the status is that of its comment, or any 2xx. */
interface DocumentedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | undefined;
  readonly status: string;
}

const requestLine = /^(GET|POST|PATCH|PUT|DELETE) (\S+)(?: +(\{.*\}))? *(?:# *(?:(\d{3})\b)?.*)?$/;

/** Returns the requests of a block: a line with method and path, then the body in the same line or in the next ones. */
const requestsOf = (text: string): DocumentedRequest[] =>
  text.split(/^(?=(?:GET|POST|PATCH|PUT|DELETE) )/m).map((part) => {
    const [first = '', ...rest] = part.trimEnd().split('\n');
    const match = requestLine.exec(first);
    if (!match) throw new Error(`"${first}" is not a request`);
    const [, method = '', path = '', body = rest.join('\n').trim() || undefined, status = '2'] = match;
    return { method, path, body, status };
  });

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver(profile.certificate);
});
afterAll(() => receiver.close());

/** Sends a request with the operator token or the key of the Space. Returns its status and the text of the answer. */
async function send({ method, path, body }: DocumentedRequest, key: string): Promise<string> {
  const token = path.startsWith('/v1/operator/') ? profile.operator_token : key;
  const response = await fetch(new URL(path, profile.base_url), {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body }),
  });
  return `${response.status} ${await response.text()}`;
}

test.each(run.requests)('the requests of $file:$line are answered as documented, one after the other', async ({ text }) => {
  const { space, fill } = await newPlaceholders(receiver);
  for (const request of requestsOf(text)) {
    const [path, body] = [await fill(request.path), request.body === undefined ? undefined : await fill(request.body)];
    expect(`${path} ${body}`).not.toMatch(/…|\{id\}|<\w+_\w+>/);
    expect(`${request.path}: ${await send({ ...request, path, body }, space.api_key)}`).toMatch(new RegExp(`^\\S+: ${request.status}`));
  }
});

/** Returns the JSON of the block of a document that begins with this text. */
function documentedJson(file: string, start: string) {
  const found = run.answers.filter((block) => block.file === file && block.text.startsWith(start));
  expect(found).toHaveLength(1);
  return JSON.parse(found[0]!.text);
}

test('each block of JSON is compared with an answer or is sent to a tool', () => {
  expect(run.answers.map(({ file }) => file)).toEqual([
    'docs/api/basics.md',
    'docs/api/basics.md',
    'docs/api/integrations.md',
    'docs/api/mcp.md',
    'docs/api/payments.md',
    'docs/api/secrets.md',
  ]);
});

test('the error of API basics is the answer to its request', async () => {
  const { request } = await newSpace();
  const { body } = await request('POST', '/contacts', { body: { name: 'Ada', nmae: 'Ada', email: 'ada' } });
  const { type, ...documented } = documentedJson('docs/api/basics.md', '{\n  "type"');
  expect(body).toEqual({ ...documented, type: expect.stringContaining(new URL(type).pathname), request_id: expect.any(String) });
});

test('the storage of API basics has the fields of the answer', async () => {
  const { client } = await newSpace();
  const documented = documentedJson('docs/api/basics.md', '{\n  "measured_at"');
  const shapeOf = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]))
      : 'a value';
  expect(shapeOf(documented)).toEqual(shapeOf(await client.storage.get_usage()));
});

test('the integration and the answer of a receiver have exactly the fields of their schemas', () => {
  const integration = documentedJson('docs/api/integrations.md', '{"id": "int_');
  expect(Integration.strict().parse(integration)).toEqual(integration);
  const paid = documentedJson('docs/api/payments.md', '{"type": "order.paid"');
  expect(SignedEvent.parse(paid)).toEqual(paid);
  const answer = documentedJson('docs/api/secrets.md', '{"status": 201');
  expect(httpRequests.operations.send.output.strict().parse(answer)).toEqual(answer);
});

test('the steps of the guide to MCP run', async () => {
  const { api_key, client } = await newSpace();
  const result = await callTool(api_key, 'run_steps', documentedJson('docs/api/mcp.md', '{"steps"'));
  expect(result).not.toHaveProperty('isError', true);
  expect((await client.contacts.list({ tags: ['vip'] })).data).toHaveLength(1);
});
