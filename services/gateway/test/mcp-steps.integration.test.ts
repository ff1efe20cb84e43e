import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_STEPS } from '@space/contracts/platform';
import { eventually } from '@space/runtime/testing';
import { type Api, OPERATOR_TOKEN, startApi } from './fixtures/api.ts';

let api: Api;
let token: string;
let space: string;
beforeAll(async () => {
  api = await startApi();
  space = await api.newSpace();
  ({ api_key: token } = await api.newKey(space, { scopes: ['contacts:read', 'contacts:write', 'agents:read'] }));
});
afterAll(() => api.stop());

async function tool(name: string, args: object = {}, key = token) {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const { _meta, ...result } = (await api.send('POST', '/v1/mcp', { token: key, body })).body.result;
  return result;
}

let count = 0;
const person = () => {
  count += 1;
  return { name: 'Ada', email: `step${count}@example.com` };
};
const create = (id?: string, args: object = person()) => ({ ...(id ? { id } : {}), tool: 'create_contact', arguments: args });
const from = (path: string) => ({ $from: path });

describe('run_steps', () => {
  test('runs steps with values of earlier answers, by tool or by family', async () => {
    const { structuredContent, content, isError } = await tool('run_steps', {
      steps: [
        create('ada'),
        { tool: 'tag_contact', arguments: { id: from('ada.id'), tags: ['vip', 'new'] } },
        { id: 'read', tool: 'contacts', arguments: { action: 'get', id: from('ada.id') } },
        { tool: 'untag_contact', arguments: { id: from('read.id'), tags: [from('read.tags.0')] } },
      ],
    });
    expect(isError).toBeUndefined();
    expect(JSON.parse(content[0].text)).toEqual(structuredContent);
    const { steps, undo, untrusted } = structuredContent;
    expect(steps.map(({ id, outcome }: { id: string; outcome: string }) => [id, outcome])).toEqual([
      ['ada', 'done'],
      ['2', 'done'],
      ['read', 'done'],
      ['4', 'done'],
    ]);
    const { id } = steps[0].answer;
    expect(steps[2]).toMatchObject({ tool: 'contacts', answer: { id, name: 'Ada' } });
    expect(steps[3].answer.tags).toHaveLength(1);
    expect(undo.at(0)).toEqual({ tool: 'tag_contact', arguments: { id, tags: [expect.any(String)] } });
    expect(untrusted).toMatch(/treat it as data/);
    await eventually(async () => {
      const { data } = (await api.send('GET', '/v1/activity?limit=200', { token })).body;
      const calls = data.filter(({ resource_ids }: { resource_ids: string[] }) => resource_ids.includes(id));
      expect(calls.map(({ tool: name }: { tool: string }) => name).sort()).toEqual([
        'create_contact',
        'get_contact',
        'tag_contact',
        'untag_contact',
      ]);
    });
  });

  test('ends at the first step that fails, and says what was done and what was not run', async () => {
    const given = person();
    const { isError, structuredContent, content } = await tool('run_steps', {
      steps: [create('one', given), { id: 'two', tool: 'get_contact', arguments: { id: 'con_unknown' } }, create('three')],
    });
    expect(isError).toBe(true);
    expect(structuredContent).toMatchObject({
      steps: [
        { id: 'one', outcome: 'done', answer: { email: given.email } },
        { id: 'two', tool: 'get_contact', outcome: 'failed', error: { code: 'not_found' } },
      ],
      not_run: ['three'],
    });
    expect(content[0].text).toMatch(
      /^Step two \(get_contact\) failed: .*con_unknown.* Done before it and still done: one\. Not run: three\.\n/,
    );
    expect((await tool('get_contact', { id: structuredContent.steps[0].answer.id })).structuredContent).toMatchObject(given);
  });

  test('reads references in the whole answer: null, left out fields and entries that the result does not show', async () => {
    const text = 'x'.repeat(15_000);
    const people = await Promise.all(
      [1, 2, 3, 4].map(async () => (await tool('create_contact', { ...person(), custom_fields: { text } })).structuredContent.id),
    );
    const all = (await api.send('GET', '/v1/contacts', { token })).body.data.map(({ id }: { id: string }) => id);
    const last = all.indexOf(people[3]);
    const copied = { phone: from('list.data.0.phone'), made: from(`list.data.${last}.created_at`), text: from('one.custom_fields.text') };
    const { steps } = (
      await tool('run_steps', {
        steps: [
          { id: 'list', tool: 'list_contacts' },
          { id: 'one', tool: 'get_contact', arguments: { id: from(`list.data.${last}.id`) } },
          create('copy', { ...person(), custom_fields: copied }),
        ],
      })
    ).structuredContent;
    expect(steps.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'done', 'done']);
    const { custom_fields } = (await tool('get_contact', { id: steps[2].answer.id })).structuredContent;
    expect(custom_fields).toEqual({ phone: null, made: expect.stringMatching(/^20/), text });
    // Lists of other tests stay short.
    for (const id of [...people, steps[2].answer.id]) await tool('delete_contact', { id });
  });

  test('ends when its key is revoked', async () => {
    const { id, api_key } = await api.newKey(space);
    const before = api.contacts.calls.length;
    api.contacts.before = () => api.send('POST', `/v1/operator/keys/${id}/revoke`, { token: OPERATOR_TOKEN });
    try {
      const { structuredContent } = await tool('run_steps', { steps: [create('a'), create('b')] }, api_key);
      expect(structuredContent.steps).toMatchObject([{ outcome: 'done' }, { outcome: 'failed', error: { code: 'unauthorized' } }]);
    } finally {
      api.contacts.before = () => {};
    }
    expect(api.contacts.calls).toHaveLength(before + 1);
  });

  test('has the outcome of its last step in the activity log', async () => {
    const { api_key } = await api.newKey(space, { scopes: ['contacts:read', 'agents:read'] });
    await tool('run_steps', { steps: [{ tool: 'get_contact', arguments: { id: 'con_unknown' } }] }, api_key);
    await eventually(async () => {
      const { data } = (await api.send('GET', '/v1/activity?limit=200', { token: api_key })).body;
      expect(data).toContainEqual(expect.objectContaining({ tool: 'run_steps', outcome: 'not_found' }));
    });
  });

  test('checks the scope of each step', async () => {
    const { api_key } = await api.newKey(space, { scopes: ['contacts:read'] });
    const { structuredContent } = await tool('run_steps', { steps: [{ tool: 'list_contacts' }, create()] }, api_key);
    expect(structuredContent.steps[1]).toMatchObject({
      outcome: 'failed',
      error: { code: 'missing_scope', missing_scope: 'contacts:write' },
    });
  });

  test('does the steps once for an idempotency_key, and continues where it failed', async () => {
    const [one, two] = [person(), person()];
    const before = api.contacts.calls.length;
    const run = (id: unknown) =>
      tool('run_steps', {
        steps: [create('a', one), { tool: 'get_contact', arguments: { id } }, create('b', two)],
        idempotency_key: 'run',
      });
    const first = await run('con_unknown');
    const second = await run(from('a.id'));
    expect(second.isError).toBeUndefined();
    expect(second.structuredContent.steps[0]).toEqual(first.structuredContent.steps[0]);
    expect(api.contacts.calls.slice(before).filter(({ operation }) => operation === 'create').length).toBeGreaterThanOrEqual(2);
    const emails = (await api.send('GET', '/v1/contacts?limit=200', { token })).body.data.map(({ email }: { email: string }) => email);
    for (const { email } of [one, two]) expect(emails.filter((other: string) => other === email)).toHaveLength(1);
  });

  test('stores nothing with dry_run', async () => {
    const given = person();
    const { structuredContent } = await tool('run_steps', { steps: [create('a', given), { tool: 'list_contacts' }], dry_run: true });
    expect(structuredContent).toMatchObject({ steps: [{ answer: { ...given, dry_run: true } }, { outcome: 'done' }] });
    expect(structuredContent).not.toHaveProperty('undo');
    const emails = (await api.send('GET', '/v1/contacts?limit=200', { token })).body.data.map(({ email }: { email: string }) => email);
    expect(emails).not.toContain(given.email);
  });

  test.each([
    ['no steps', { steps: [] }, ['steps']],
    ['too many steps', { steps: Array.from({ length: MAX_STEPS + 1 }, () => ({ tool: 'list_contacts' })) }, ['steps']],
    ['an unknown tool', { steps: [{ tool: 'list_contcts' }] }, ['steps.0.tool']],
    ['itself', { steps: [{ tool: 'run_steps', arguments: { steps: [] } }] }, ['steps.0.tool']],
    ['call_tool', { steps: [{ tool: 'call_tool', arguments: { name: 'list_contacts' } }] }, ['steps.0.tool']],
    ['an unknown action', { steps: [{ tool: 'contacts', arguments: { action: 'fly' } }] }, ['steps.0.arguments.action']],
    [
      'an action from an answer',
      { steps: [{ tool: 'list_contacts' }, { tool: 'contacts', arguments: { action: from('1.a') } }] },
      ['steps.1.arguments.action'],
    ],
    [
      'a reference to a later step',
      { steps: [{ tool: 'get_contact', arguments: { id: from('2.id') } }, create()] },
      ['steps.0.arguments.id'],
    ],
    [
      'merge tags of automations that mean an earlier step',
      {
        steps: [
          create('a'),
          create('b', { name: 'x-{{a.name}}', email: 'x@example.com', custom_fields: { list: ['{{ steps.0.id }}'] } }),
          { tool: 'contacts', arguments: { action: 'get', id: '{{b.id}}' } },
        ],
      },
      ['steps.1.arguments.name', 'steps.1.arguments.custom_fields.list.0', 'steps.2.arguments.id'],
    ],
    ['two steps of one id', { steps: [create('a'), create('a')] }, ['steps.1.id']],
    ['an id with a dot', { steps: [create('a.b')] }, ['steps.0.id']],
    ['a step that is text', { steps: ['list_contacts'] }, ['steps.0', 'steps.0.tool']],
    ['unknown fields', { steps: [{ tool: 'list_contacts', args: {} }], parallel: true }, ['parallel', 'steps.0.args']],
    [
      'invalid options',
      { steps: [{ tool: 'list_contacts' }], idempotency_key: 'x'.repeat(201), dry_run: 'perhaps' },
      ['idempotency_key', 'dry_run'],
    ],
  ])('rejects %s before the first step', async (_what, args, paths) => {
    const before = api.contacts.calls.length;
    const { isError, structuredContent } = await tool('run_steps', args);
    expect(isError).toBe(true);
    expect(structuredContent.error.errors.map(({ path }: { path: string }) => path)).toEqual(paths);
    expect(api.contacts.calls).toHaveLength(before);
  });

  test('names $from for a merge tag of an earlier step, and stores other braces as they are', async () => {
    const wrong = { steps: [create('a'), create('b', { name: 'x-{{a.name}}', email: 'x@example.com' })] };
    expect((await tool('run_steps', wrong)).content[0].text).toBe(
      'steps.1.arguments.name: {{a.name}} stays text in run_steps; give the whole value as {"$from": "a.name"}.',
    );
    const given = { ...person(), bio: '{{b.name}} {{contact.email}} {{title}}' };
    const { steps } = (await tool('run_steps', { steps: [create('a'), create('b', given)] })).structuredContent;
    expect(steps[1]).toMatchObject({ outcome: 'done', answer: { bio: given.bio } });
  });

  test('takes merge tags in the actions of an automation', async () => {
    const { api_key } = await api.newKey(space, { scopes: ['contacts:write'] });
    const rule = { name: 'Tag', trigger: { event_type: 'contact_created' }, actions: [] };
    const actions = [{ operation: 'contacts.tag', arguments: { id: '{{contact.id}}', tags: ['{{steps.0.id}}'] } }];
    const steps = [create('contact'), { tool: 'create_automation', arguments: { ...rule, actions } }];
    // The key lacks the scope of automations, so that the second step is refused when it runs, and not before the first one.
    expect((await tool('run_steps', { steps }, api_key)).structuredContent.steps).toMatchObject([
      { outcome: 'done' },
      { error: { code: 'missing_scope' } },
    ]);
  });

  test('is called by call_tool too, and not with read_only', async () => {
    const args = { steps: [{ tool: 'list_contacts', arguments: { limit: 1 } }] };
    const { structuredContent } = await tool('call_tool', { name: 'run_steps', arguments: args, verbose: true });
    expect(structuredContent.steps[0].answer).toMatchObject({ next_cursor: null });
    const refused = await tool('call_tool', { name: 'run_steps', arguments: args, read_only: true });
    expect(refused.structuredContent.error).toMatchObject({ code: 'invalid', message: expect.stringContaining('read_only') });
  });

  test('fails a step whose reference has no value', async () => {
    for (const path of ['1.data.999.id', '1.toString', '1.data.length.x'])
      expect(
        (await tool('run_steps', { steps: [{ tool: 'list_contacts' }, { tool: 'get_contact', arguments: { id: from(path) } }] }))
          .structuredContent.steps[1],
      ).toMatchObject({
        outcome: 'failed',
        error: { code: 'invalid', message: expect.stringContaining(path) },
      });
  });

  test('refuses values that are too large together, and a wait', async () => {
    const made = (await tool('create_contact', { ...person(), custom_fields: { text: 'x'.repeat(20_000) } })).structuredContent;
    const steps = [
      { tool: 'get_contact', arguments: { id: made.id } },
      create('big', { ...person(), custom_fields: { all: Array.from({ length: 100 }, () => from('1.custom_fields.text')) } }),
    ];
    expect((await tool('run_steps', { steps })).structuredContent.steps[1].error.message).toMatch(/more than 1048576 bytes/);
    const waiting = { steps: [{ tool: 'get_events', arguments: { id: 'lis_1', wait: 5 } }] };
    expect((await tool('run_steps', waiting)).structuredContent.steps[0].error).toMatchObject({
      code: 'invalid',
      errors: [{ path: 'wait' }],
    });
  });

  test('answers at most 40 KB, with the ids of every step', async () => {
    const steps = Array.from({ length: MAX_STEPS }, () => create(undefined, { ...person(), custom_fields: { text: 'x'.repeat(15_000) } }));
    const { content, structuredContent } = await tool('run_steps', { steps });
    expect(Buffer.byteLength(content[0].text)).toBeLessThanOrEqual(40_000);
    expect(structuredContent.truncated).toMatch(/do not run them again/);
    for (const { answer } of structuredContent.steps) expect(answer.id).toMatch(/^con_/);
  });
});
