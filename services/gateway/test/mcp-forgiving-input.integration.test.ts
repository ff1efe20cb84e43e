import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { type Api, startApi } from './fixtures/api.ts';

let api: Api;
let token: string;
beforeAll(async () => {
  api = await startApi();
  ({ api_key: token } = await api.newKey(await api.newSpace(), { scopes: ['contacts:read', 'contacts:write', 'agents:read'] }));
});
afterAll(() => api.stop());

async function tool(name: string, args: object = {}) {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  return (await api.send('POST', '/v1/mcp', { token, body })).body.result;
}
const answerOf = async (name: string, args: object = {}) => JSON.parse((await tool(name, args)).content[0].text);

let count = 0;
const person = () => {
  count += 1;
  return { name: 'Ada', email: `forgiving${count}@example.com` };
};

describe('a tool about tools', () => {
  test('reads texts as numbers, truth values, lists and objects, and says so', async () => {
    const found = await answerOf('search_tools', { query: 'add a contact', limit: '2' });
    expect(found.tools).toHaveLength(2);
    expect(found.understood).toEqual(['limit: the text was read as a number']);

    const given = person();
    const made = await answerOf('call_tool', { name: 'create_contact', arguments: JSON.stringify(given), verbose: 'true' });
    expect(made).toMatchObject({ ...given, phone: null });
    expect(made.understood.sort()).toEqual([
      'arguments: the text was read as a JSON object',
      'verbose: the text was read as true or false',
    ]);
    expect((await tool('call_tool', { name: 'create_contact', arguments: given, read_only: 'true' })).isError).toBe(true);

    const run = { steps: JSON.stringify([{ tool: 'get_contact', arguments: JSON.stringify({ id: made.id }) }]), dry_run: 'false' };
    for (const ran of [await answerOf('run_steps', run), await answerOf('call_tool', { name: 'run_steps', arguments: run })]) {
      expect(ran.steps).toMatchObject([{ outcome: 'done', answer: given }]);
      expect(ran.understood).toEqual([
        'steps: the text was read as a JSON list',
        'steps.0.arguments: the text was read as a JSON object',
        'dry_run: the text was read as true or false',
      ]);
    }
  });

  test('takes the name of a tool as name or as tool', async () => {
    const { id } = await answerOf('create_contact', person());
    const called = await answerOf('call_tool', { tool: 'get_contact', arguments: { id } });
    expect(called).toMatchObject({ id, understood: ['tool: was read as name'] });
    const ran = await answerOf('run_steps', { steps: [{ name: 'get_contact', arguments: { id } }] });
    expect(ran).toMatchObject({ steps: [{ tool: 'get_contact', answer: { id } }], understood: ['steps.0.name: was read as tool'] });
    const both = await tool('call_tool', { name: 'get_contact', tool: 'get_contact', arguments: { id } });
    expect(both.structuredContent.error.errors).toMatchObject([{ path: 'tool' }]);
    await eventually(async () => {
      const { data } = (await api.send('GET', '/v1/activity?limit=200', { token })).body;
      const lines = data.filter(({ resource_ids }: { resource_ids: string[] }) => resource_ids.includes(id));
      expect(lines.map((line: { tool: string }) => line.tool).sort()).toEqual(['create_contact', 'get_contact', 'get_contact']);
    });
  });

  test('takes a family with an action, and the id of an operation, as the name of a tool', async () => {
    const { id } = await answerOf('create_contact', person());
    const understood = ['"contacts.get" was read as the tool get_contact'];
    expect(await answerOf('call_tool', { name: 'contacts.get', arguments: { id } })).toMatchObject({ id, understood });
    expect(await answerOf('contacts.get', { id })).toMatchObject({ id, understood });
    const ran = await answerOf('run_steps', { steps: [{ tool: 'contacts.get', arguments: { id } }] });
    expect(ran.steps).toMatchObject([{ outcome: 'done', answer: { id, understood } }]);
    expect((await tool('call_tool', { name: 'event_subscriptions.list' })).structuredContent.error).toMatchObject({
      code: 'missing_scope',
      missing_scope: 'automations:read',
    });
    for (const name of ['contacts.fly', 'contacts.', '.get', 'contacts.get.x'])
      expect((await tool('call_tool', { name })).structuredContent.error).toMatchObject({ code: 'not_found' });
  });
});

test('a single value is a list of one where only a list is allowed', async () => {
  const { id } = await answerOf('create_contact', person());
  const tagged = await answerOf('tag_contact', { id, tags: 'old' });
  expect(tagged).toMatchObject({ tags: ['old'], understood: ['tags: the value was read as a list of one'] });
  expect(tagged.undo).toEqual({ tool: 'untag_contact', arguments: { id, tags: ['old'] } });
  const { understood } = await answerOf('list_contacts', { tags: 'old', fields: 'email', verbose: 'true' });
  expect(api.contacts.calls.at(-1)).toMatchObject({ operation: 'list', input: { tags: ['old'], fields: ['email'] } });
  expect(understood.sort()).toEqual([
    'fields: the value was read as a list of one',
    'tags: the value was read as a list of one',
    'verbose: the text was read as true or false',
  ]);
});

test('commas separate the values of a list of a read, as in the query of its route, and belong to the value of a write', async () => {
  const { understood } = await answerOf('list_contacts', { tags: 'vip,new', fields: 'name, email,' });
  expect(api.contacts.calls.at(-1)).toMatchObject({ input: { tags: ['vip', 'new'], fields: ['name', 'email'] } });
  expect(understood).toContain('tags: the value was read as a list of 2, with commas between them');
  const { id } = await answerOf('create_contact', person());
  expect(await answerOf('tag_contact', { id, tags: 'old,new' })).toMatchObject({ tags: ['old,new'] });
});
