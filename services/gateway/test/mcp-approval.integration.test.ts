import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Problem } from '@space/contracts/core';
import { APPROVAL_SECONDS } from '@space/contracts/platform';
import { sql } from '@space/database';
import { eventually } from '@space/runtime/testing';
import { deleteExpired } from '@space/worker';
import { z } from 'zod';
import { approvalRetentionRules } from '../src/mcp/approval-retention.ts';
import { type Api, startApi } from './fixtures/api.ts';

let api: Api;
let space: string;
beforeAll(async () => {
  api = await startApi();
  space = await api.newSpace();
});
afterAll(() => api.stop());

const scopes = ['contacts:read', 'contacts:write', 'agents:read'] as const;
const newKey = async (approval: string, granted: readonly (typeof scopes)[number][] = scopes) =>
  (await api.newKey(space, { scopes: granted, approval })).api_key;

async function tool(key: string, name: string, args: object = {}) {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  return (await api.send('POST', '/v1/mcp', { token: key, body })).body.result;
}

let count = 0;
const person = () => {
  count += 1;
  return { name: 'Ada', email: `approve${count}@example.com` };
};
const created = () => api.contacts.calls.filter(({ operation }) => operation === 'create').length;

/** Returns the token of a refusal that asks for approval. */
function tokenOf(refusal: { isError: boolean; content: { text: string }[]; structuredContent: { error: Record<string, string> } }): string {
  const { error } = refusal.structuredContent;
  expect(refusal.isError).toBe(true);
  expect(error).toMatchObject({ code: 'forbidden', approval: 'required', approval_token: expect.stringMatching(/^apr_/) });
  expect(refusal.content[0]!.text).toContain(error.approval_token!);
  return error.approval_token!;
}

describe('a key that asks for approval of all writes', () => {
  test('runs a write once with the token of the refusal, by any way to call it', async () => {
    const key = await newKey('writes');
    const given = person();
    const before = created();
    const approval_token = tokenOf(await tool(key, 'create_contact', given));
    expect(created()).toBe(before);
    const made = await tool(key, 'contacts', { email: given.email, action: 'create', name: given.name, approval_token });
    expect(made.structuredContent).toMatchObject(given);
    expect((await tool(key, 'create_contact', { ...given, approval_token })).structuredContent.error.message).toMatch(/was used/);
    const through = { name: 'create_contact', arguments: person() };
    const token = tokenOf(await tool(key, 'call_tool', through));
    expect((await tool(key, 'call_tool', { ...through, approval_token: token })).structuredContent).toMatchObject(through.arguments);
    expect(created()).toBe(before + 2);
  });

  test('refuses the token with other arguments, another tool, another key, after its time, and a made-up one', async () => {
    const [key, other] = [await newKey('writes'), await newKey('writes')];
    const before = created();
    const asked = async (args: object) => tokenOf(await tool(key, 'create_contact', args));
    const refused = async (by: string, name: string, args: object) => {
      const result = await tool(by, name, args);
      expect(result.structuredContent.error).toMatchObject({
        code: 'forbidden',
        message: expect.stringMatching(/^This approval is not valid/),
      });
    };
    const given = person();
    await refused(key, 'create_contact', { ...given, name: 'Eve', approval_token: await asked(given) });
    await refused(key, 'delete_contact', { id: 'con_1', approval_token: await asked(given) });
    const stolen = await asked(given);
    await refused(other, 'create_contact', { ...given, approval_token: stolen });
    const late = await asked(given);
    const { clock } = api.ports;
    const now = clock.now();
    clock.set(now + APPROVAL_SECONDS * 1_000);
    await refused(key, 'create_contact', { ...given, approval_token: late });
    clock.set(now);
    for (const approval_token of ['apr_x', '', 7, {}]) await refused(key, 'create_contact', { ...given, approval_token });
    expect(created()).toBe(before);
  });

  test('takes the token for the approved call after one with other arguments, another tool and another key', async () => {
    const [key, other] = [await newKey('writes'), await newKey('writes')];
    const given = person();
    const approval_token = tokenOf(await tool(key, 'create_contact', given));
    for (const [by, name, args] of [
      [key, 'create_contact', { ...given, name: 'Eve' }],
      [key, 'delete_contact', { id: 'con_1' }],
      [other, 'create_contact', given],
    ] as const)
      expect((await tool(by, name, { ...args, approval_token })).structuredContent.error.message).toMatch(/^This approval is not valid/);
    expect((await tool(key, 'create_contact', { ...given, approval_token })).structuredContent).toMatchObject(given);
  });

  test('runs one of two calls with the same token at a time', async () => {
    const key = await newKey('writes');
    const given = person();
    const approval_token = tokenOf(await tool(key, 'create_contact', given));
    const results = await Promise.all([1, 2, 3, 4].map(() => tool(key, 'create_contact', { ...given, approval_token })));
    expect(results.filter(({ isError }) => isError !== true)).toHaveLength(1);
  });

  test('does not ask for reads, dry runs, calls that are not valid and calls outside of its scopes', async () => {
    const key = await newKey('writes', ['contacts:read', 'agents:read']);
    expect((await tool(key, 'list_contacts')).isError).toBeUndefined();
    expect((await tool(key, 'create_contact', person())).structuredContent.error.code).toBe('missing_scope');
    const writing = await newKey('writes');
    expect((await tool(writing, 'create_contact', { ...person(), dry_run: true })).structuredContent).toMatchObject({ dry_run: true });
    expect((await tool(writing, 'create_contact', { name: 'Ada' })).structuredContent.error).toMatchObject({
      code: 'invalid',
      errors: [{ path: 'email' }],
    });
  });

  test('asks for the steps of run_steps whose arguments are read leniently', async () => {
    const key = await newKey('writes');
    const made = (await tool(await newKey('none'), 'create_contact', person())).structuredContent;
    const steps = JSON.stringify([{ name: 'contacts.tag', arguments: { id: made.id, tags: 'vip' } }]);
    const approval_token = tokenOf(await tool(key, 'run_steps', { steps }));
    expect((await tool(key, 'run_steps', { steps, approval_token })).structuredContent.steps).toMatchObject([{ outcome: 'done' }]);
  });

  test('asks once for all steps of run_steps', async () => {
    const key = await newKey('writes');
    const steps = [
      { id: 'a', tool: 'create_contact', arguments: person() },
      { tool: 'tag_contact', arguments: { id: { $from: 'a.id' }, tags: ['vip'] } },
    ];
    const approval_token = tokenOf(await tool(key, 'run_steps', { steps }));
    const { structuredContent } = await tool(key, 'run_steps', { steps, approval_token });
    expect(structuredContent.steps).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }]);
    expect((await tool(key, 'run_steps', { steps: steps.slice(0, 1), approval_token })).isError).toBe(true);
  });

  test('refuses the token for steps with other ids or options', async () => {
    const key = await newKey('writes');
    const steps = (one: string, two: string) => [
      { id: one, tool: 'create_contact', arguments: { name: 'Ada', email: 'one@example.com' } },
      { id: two, tool: 'create_contact', arguments: { name: 'Eve', email: 'two@example.com' } },
      { tool: 'delete_contact', arguments: { id: { $from: 'a.id' } } },
    ];
    const before = created();
    for (const changed of [{ steps: steps('b', 'a') }, { steps: steps('a', 'b'), idempotency_key: 'other' }]) {
      const approval_token = tokenOf(await tool(key, 'run_steps', { steps: steps('a', 'b') }));
      const refused = await tool(key, 'run_steps', { ...changed, approval_token });
      expect(refused.structuredContent.error.message).toMatch(/^This approval is not valid/);
    }
    expect(created()).toBe(before);
  });

  test('does not ask for a dry run of run_steps', async () => {
    const { structuredContent } = await tool(await newKey('writes'), 'run_steps', {
      steps: [{ tool: 'create_contact', arguments: person() }],
      dry_run: true,
    });
    expect(structuredContent.steps).toMatchObject([{ outcome: 'done', answer: { dry_run: true } }]);
  });

  test('takes the token again for the same call with its idempotency key', async () => {
    const key = await newKey('writes');
    const given = { ...person(), idempotency_key: 'once' };
    const approval_token = tokenOf(await tool(key, 'create_contact', given));
    api.contacts.before = () => {
      throw new Problem('unavailable', 'The service is not ready.');
    };
    try {
      expect((await tool(key, 'create_contact', { ...given, approval_token })).structuredContent.error.code).toBe('unavailable');
    } finally {
      api.contacts.before = () => {};
    }
    const made = await tool(key, 'create_contact', { ...given, approval_token });
    expect(made.structuredContent).toMatchObject({ email: given.email });
    expect((await tool(key, 'create_contact', { ...given, approval_token })).structuredContent.id).toBe(made.structuredContent.id);
    const other = await tool(key, 'create_contact', { ...given, idempotency_key: 'twice', approval_token });
    expect(other.structuredContent.error.message).toMatch(/^This approval is not valid/);
  });

  test('has a line in the activity log for a call that waits', async () => {
    const key = await newKey('writes');
    tokenOf(await tool(key, 'delete_contact', { id: 'con_waits' }));
    await eventually(async () => {
      const { data } = (await api.send('GET', '/v1/activity?limit=200', { token: key })).body;
      expect(data).toContainEqual(expect.objectContaining({ tool: 'delete_contact', resource_ids: ['con_waits'], outcome: 'forbidden' }));
    });
  });
});

test('a key that asks for approval of destructive calls runs other writes, and any call over REST', async () => {
  const key = await newKey('destructive');
  const { structuredContent: made } = await tool(key, 'create_contact', person());
  tokenOf(await tool(key, 'delete_contact', { id: made.id }));
  tokenOf(await tool(key, 'update_contact', { id: made.id, name: 'Eve' }));
  expect((await api.send('DELETE', `/v1/contacts/${made.id}`, { token: key })).status).toBe(200);
});

test('expired approvals are deleted, and the others stay', async () => {
  const key = await newKey('writes');
  const { database, clock } = api.ports;
  const given = person();
  const count = () => database.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) from gateway.approval`);
  const clean = () =>
    deleteExpired(approvalRetentionRules(database, clock), 1_000, (error) => {
      throw error;
    });
  const now = clock.now();
  clock.advance(APPROVAL_SECONDS * 1_000);
  const approval_token = tokenOf(await tool(key, 'create_contact', given));
  await clean();
  expect(await count()).toBe(1);
  expect((await tool(key, 'create_contact', { ...given, approval_token })).isError).toBeUndefined();
  clock.advance(APPROVAL_SECONDS * 1_000);
  await clean();
  expect(await count()).toBe(0);
  clock.set(now);
});

test('a key has the setting none by default, and shows its setting', async () => {
  const { api_key } = await api.newKey(space);
  expect((await tool(api_key, 'create_contact', person())).isError).toBeUndefined();
  expect((await api.send('GET', '/v1/me', { token: api_key })).body.key.approval).toBe('none');
  expect((await api.send('GET', '/v1/me', { token: await newKey('destructive') })).body.key.approval).toBe('destructive');
});

describe('a client that can ask its user', () => {
  async function connect(action: 'accept' | 'decline') {
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { capabilities: { elicitation: {} }, versionNegotiation: { mode: 'auto' } },
    );
    const questions: string[] = [];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message);
      return action === 'accept' ? { action, content: {} } : { action };
    });
    const headers = { 'x-api-key': await newKey('writes') };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${api.url}/v1/mcp`), { requestInit: { headers } }));
    return { client, questions };
  }

  test('asks, and the call runs when the person accepts', async () => {
    const { client, questions } = await connect('accept');
    const given = person();
    const made = await client.callTool({ name: 'create_contact', arguments: given });
    expect(made.structuredContent).toMatchObject(given);
    expect(questions).toEqual([expect.stringContaining(given.email)]);
    await client.close();
  });

  test('asks for all steps by name, also when arguments are long', async () => {
    const { client, questions } = await connect('decline');
    const steps = [
      { tool: 'create_contact', arguments: { ...person(), bio: 'x'.repeat(2_000) } },
      { id: 'gone', tool: 'delete_contact', arguments: { id: 'con_gone' } },
    ];
    await client.callTool({ name: 'run_steps', arguments: { steps } });
    expect(questions[0]).toMatch(/^Allow these 2 calls in the Space\?\n.*\(create_contact\), .*\(delete_contact\)\n/);
    expect(questions[0]).toContain('gone. delete_contact: {"id":"con_gone"}');
    expect(questions[0]!.length).toBeLessThan(1_500);
    await client.close();
  });

  test('does nothing when the person declines', async () => {
    const { client, questions } = await connect('decline');
    const before = created();
    const refused = await client.callTool({ name: 'create_contact', arguments: person() });
    expect(refused).toMatchObject({ isError: true, content: [{ text: 'The person did not approve this call; nothing was done.' }] });
    expect([questions.length, created()]).toEqual([1, before]);
    await client.close();
  });
});
