import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { metrics } from '@space/runtime';
import { eventually } from '@space/runtime/testing';
import { createActivityLog } from '../src/activity/activity-log.ts';
import { type Api, type RequestParts, startApi } from './fixtures/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** A Space with a key, functions that call with it, and the lines of its activity log, newest first, without reads of the log. */
async function createAuditedSpace() {
  const space = await api.newSpace();
  const { id: key_id, api_key: token } = await api.newKey(space, { scopes: ['contacts:read', 'contacts:write', 'agents:read'] });
  const send = (method: string, path: string, sent: RequestParts = {}) => api.send(method, path, { token, ...sent });
  const tool = async (name: string, args: object = {}) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    return (await send('POST', '/v1/mcp', { body: message })).body;
  };
  const lines = async (query = '') => {
    const { data } = (await send('GET', `/v1/activity?limit=200${query}`)).body;
    return data.filter(({ operation }: { operation: string | null }) => operation !== 'activity.list');
  };
  return { space, key_id, send, tool, lines };
}

let count = 0;
const person = () => {
  count += 1;
  return { name: 'Ada', email: `ada-${count}@example.com` };
};

test('an id that cannot exist does not block the lines of any Space', async () => {
  const [hostile, other] = [await createAuditedSpace(), await createAuditedSpace()];
  expect((await hostile.send('GET', '/v1/contacts/%00')).status).toBe(400);
  await hostile.tool('get_contact', { id: '\ud800' });
  await other.send('GET', '/v1/contacts/con_other');
  await eventually(async () => {
    expect(await other.lines()).toMatchObject([{ operation: 'contacts.get', resource_ids: ['con_other'] }]);
    expect(await hostile.lines()).toMatchObject([
      { channel: 'mcp', outcome: 'invalid', resource_ids: [] },
      { operation: 'contacts.get', outcome: 'invalid', resource_ids: [] },
    ]);
  });
});

test('drops only the line that Postgres cannot store', async () => {
  const { space, key_id, lines } = await createAuditedSpace();
  const { database, clock, log } = api.ports;
  const own = createActivityLog(database, log);
  const line = (request_id: string, outcome: string) => ({
    space_id: space,
    key_id,
    actor: { kind: 'api_key' as const, id: key_id, name: 'Key' },
    created_at: new Date(clock.now()).toISOString(),
    channel: 'rest' as const,
    operation: 'contacts.get',
    is_read_only: true,
    tool: null,
    resource_ids: [],
    outcome,
    dry_run: false,
    duration_ms: 1,
    request_id,
  });
  for (const [id, outcome] of [
    ['one', 'ok'],
    ['two', '\u0000'],
    ['three', 'ok'],
  ] as const)
    own.append(line(id, outcome));
  await own.flush();
  expect((await lines()).map(({ request_id }: { request_id: string }) => request_id)).toEqual(['three', 'one']);
});

describe('the activity log has one line for each call that is refused before it reaches a service', () => {
  test('over REST: an invalid query, header or body', async () => {
    const { send, lines } = await createAuditedSpace();
    await send('GET', '/v1/contacts?limit=1&limit=2');
    await send('POST', '/v1/contacts?dry_run=perhaps', { body: person() });
    await send('POST', '/v1/contacts', { body: person(), headers: { 'idempotency-key': 'x'.repeat(256) } });
    await send('PATCH', '/v1/contacts/con_1', { body: '{}', headers: { 'content-type': 'text/plain' } });
    await send('POST', '/v1/contacts', { body: JSON.stringify({ ...person(), bio: 'x'.repeat(2_000_000) }) });
    await eventually(async () =>
      expect((await lines()).toReversed()).toMatchObject([
        { channel: 'rest', operation: 'contacts.list', outcome: 'invalid' },
        { channel: 'rest', operation: 'contacts.create', outcome: 'invalid' },
        { channel: 'rest', operation: 'contacts.create', outcome: 'invalid' },
        { channel: 'rest', operation: 'contacts.update', outcome: 'unsupported_media_type', resource_ids: ['con_1'] },
        { channel: 'rest', operation: 'contacts.create', outcome: 'too_large' },
      ]),
    );
  });

  test('over MCP: searches, unknown names and actions, and invalid options of a call', async () => {
    const { tool, lines } = await createAuditedSpace();
    await tool('search_tools', { query: 'add a person' });
    await tool('search_tools', { query: '' });
    await tool('no_such_tool', { id: 'con_1' });
    await tool('no such tool\u0000');
    await tool('contacts', { action: 'befriend' });
    await tool('call_tool', { name: 'no_such_tool' });
    await tool('call_tool', { name: 7 });
    await tool('call_tool', { name: 'create_contact', arguments: person(), read_only: true });
    await tool('create_contact', { ...person(), idempotency_key: 7 });
    await tool('call_tool', { name: 'contacts', arguments: { action: 'delete', id: 'con_1', dry_run: 'perhaps' } });
    await tool('create_event_webhook', { kind: 'feed', name: 'x' });
    const unknown = { channel: 'mcp', operation: null };
    await eventually(async () =>
      expect((await lines()).toReversed()).toMatchObject([
        { ...unknown, tool: 'search_tools', outcome: 'ok' },
        { ...unknown, tool: 'search_tools', outcome: 'invalid' },
        { ...unknown, tool: 'no_such_tool', outcome: 'not_found', resource_ids: [] },
        { ...unknown, tool: null, outcome: 'not_found' },
        { ...unknown, tool: 'contacts', outcome: 'invalid' },
        { ...unknown, tool: 'no_such_tool', outcome: 'not_found' },
        { ...unknown, tool: 'call_tool', outcome: 'invalid' },
        { channel: 'mcp', operation: 'contacts.create', tool: 'create_contact', outcome: 'invalid' },
        { channel: 'mcp', operation: 'contacts.create', tool: 'create_contact', outcome: 'invalid' },
        { channel: 'mcp', operation: 'contacts.delete', tool: 'delete_contact', outcome: 'invalid', resource_ids: ['con_1'] },
        { channel: 'mcp', operation: 'event_subscriptions.create', tool: 'create_event_webhook', outcome: 'invalid' },
      ]),
    );
  });

  test('but not for a call beyond the rate limit', async () => {
    const limited = await startApi({ environment: { SPACE_RATE_LIMIT: '5' } });
    try {
      const { api_key: token } = await limited.newKey(await limited.newSpace(), { scopes: ['contacts:read', 'agents:read'] });
      const answers = await Promise.all(Array.from({ length: 30 }, () => limited.send('GET', '/v1/contacts', { token })));
      const passed = answers.filter(({ status }) => status === 200).length;
      expect(passed).toBeLessThan(30);
      await eventually(async () => {
        const { data } = (await limited.send('GET', '/v1/activity?operation=contacts.list', { token })).body;
        expect(data).toHaveLength(passed);
        for (const { outcome } of data) expect(outcome).toBe('ok');
      });
    } finally {
      await limited.stop();
    }
  });
});

test('a line has the ids of a body, and the dry_run of an operation with that field', async () => {
  const space = await api.newSpace();
  const { api_key: token } = await api.newKey(space, {
    scopes: ['tables:write', 'tables:read', 'contacts:write', 'pages:write', 'agents:read'],
  });
  const send = (method: string, path: string, body: object) => api.send(method, path, { token, body });
  await send('POST', '/v1/audiences', { name: 'Friends', contact_ids: ['con_1', 'con_2'] });
  await send('POST', '/v1/bookings', { booking_page_id: 'bpg_1', starts_at: '2026-05-05T09:00:00Z', guest: {} });
  await send('PATCH', '/v1/tables/tbl_1/rows/bulk', { updates: [{ row_id: 'row_1', data: {} }] });
  await send('PATCH', '/v1/tables/tbl_1/columns/col_1', { label: 'Name', dry_run: true });
  await send('PATCH', '/v1/tables/tbl_1/columns/col_1', { label: 'Name', dry_run: false });
  await eventually(async () => {
    const { data } = (await api.send('GET', '/v1/activity?changes=true', { token })).body;
    expect(data.toReversed()).toMatchObject([
      { operation: 'audiences.create', resource_ids: ['con_1', 'con_2'], dry_run: false },
      { operation: 'bookings.create', resource_ids: ['bpg_1'] },
      { operation: 'rows.update_bulk', resource_ids: ['tbl_1', 'row_1'] },
      { operation: 'columns.update', resource_ids: ['tbl_1', 'col_1'], dry_run: true },
      { operation: 'columns.update', resource_ids: ['tbl_1', 'col_1'], dry_run: false },
    ]);
  });
});

test('metrics count a call through call_tool or a family as the single tool', async () => {
  const { tool } = await createAuditedSpace();
  const counted = async () => {
    const { values } = await metrics.toolCalls.get();
    return values.find(({ labels }) => labels.tool === 'get_contact' && labels.outcome === 'not_found')?.value ?? 0;
  };
  const before = await counted();
  await tool('get_contact', { id: 'con_1' });
  await tool('contacts', { action: 'get', id: 'con_1' });
  await tool('call_tool', { name: 'get_contact', arguments: { id: 'con_1' } });
  await tool('call_tool', { name: 'contacts', arguments: { action: 'get', id: 'con_1' } });
  expect((await counted()) - before).toBe(4);
});

test('pages continue where the last one ended, with and without filters', async () => {
  const { send, lines } = await createAuditedSpace();
  for (let made = 0; made < 3; made += 1) {
    await send('GET', '/v1/contacts');
    await send('POST', '/v1/contacts', { body: person() });
  }
  await eventually(async () => expect(await lines()).toHaveLength(6));
  const walked = async (query: string) => {
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await send('GET', `/v1/activity?limit=2&${query}${after}`);
      expect(body.has_more).toBe(body.next_cursor !== null);
      found.push(...body.data.map(({ operation }: { operation: string }) => operation));
      cursor = body.next_cursor;
    }
    return found.filter((operation) => operation !== 'activity.list');
  };
  expect(await walked('changes=true')).toEqual(Array(3).fill('contacts.create'));
  expect(await walked('operation=contacts.list')).toEqual(Array(3).fill('contacts.list'));
  expect(await walked('')).toHaveLength(6);
});

test('the log shows the calls of a period, its start included and its end not', async () => {
  const { space, key_id, lines } = await createAuditedSpace();
  const { database, clock, log } = api.ports;
  const own = createActivityLog(database, log);
  const start = clock.now() - 10 * 60 * 60 * 1_000;
  const times = Array.from({ length: 40 }, (_, n) => new Date(start + n * 10 * 60 * 1_000).toISOString());
  for (const [n, created_at] of times.entries())
    own.append({
      space_id: space,
      key_id,
      actor: { kind: 'api_key', id: key_id, name: 'Key' },
      created_at,
      channel: 'rest',
      operation: 'contacts.get',
      is_read_only: true,
      tool: null,
      resource_ids: [],
      outcome: 'ok',
      dry_run: false,
      duration_ms: 1,
      request_id: `call-${n}`,
    });
  await own.flush();
  const newestFirst = (from: number, to: number) => times.slice(from, to).toReversed();
  const timesIn = async (query: string) => (await lines(query)).map(({ created_at }: { created_at: string }) => created_at);
  for (const n of [0, 1, 17, 39]) {
    expect(await timesIn(`&since=${times[n]}`)).toEqual(newestFirst(n, 40));
    expect(await timesIn(`&until=${times[n]}`)).toEqual(newestFirst(0, n));
    expect(await timesIn(`&since=${times[0]}&until=${times[n]}&outcome=ok`)).toEqual(newestFirst(0, n));
  }
});
