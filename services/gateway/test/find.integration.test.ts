import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Problem } from '@space/contracts/core';
import { agents, contactSearch, type FoundPart, schedulingSearch, tableSearch } from '@space/contracts/platform';
import { type Service, serving } from '@space/runtime';
import { startServices, type TestServices, testPorts } from '@space/runtime/testing';
import { gatewayAddresses, gatewayService } from '../src/index.ts';
import { OPERATOR_TOKEN, request } from './fixtures/api.ts';

const found = (kind: FoundPart['kind'], id: string, address = id): FoundPart => ({ kind, id, title: 'Ada', detail: null, address });

let services: TestServices;
let url: string;
/** The questions that reached a service, and the answers of the test. */
const asked: { service: string; input: unknown }[] = [];
let answerOf: (service: string) => FoundPart[] | Promise<FoundPart[]> = () => [];

const stub = (name: string, contract: typeof contactSearch | typeof tableSearch | typeof schedulingSearch): Service => ({
  name: name as Service['name'],
  schema: 'gateway',
  emits: false,
  open: () => ({
    serves: [
      serving(contract, {
        find: async ({ input }) => {
          asked.push({ service: name, input });
          return { found: await answerOf(name) };
        },
      }),
      ...(name === 'tables'
        ? [
            serving(agents, {
              get_can_use: async ({ input }) => {
                const none = { documents: [], apps: [], pages: [], forms: [], automations: [], folders: [] };
                return { agent_id: input.agent_id, ...none, tables: ['tbl_1'], updated_at: null };
              },
              set_can_use: async () => Promise.reject(new Error('not called')),
              read_chat: async () => Promise.reject(new Error('not called')),
            }),
          ]
        : []),
    ],
  }),
});

beforeAll(async () => {
  const ports = await testPorts({ environment: { SPACE_OPERATOR_TOKEN: OPERATOR_TOKEN, SPACE_RATE_LIMIT: '0' } });
  const stubs = [stub('contacts', contactSearch), stub('tables', tableSearch), stub('scheduling', schedulingSearch)];
  services = await startServices([gatewayService, ...stubs], ports);
  url = `http://127.0.0.1:${gatewayAddresses().api}/v1`;
});
afterAll(() => services.stop());

const operate = async (path: string, body: unknown) =>
  (await request(`${url}/operator${path}`, 'POST', { token: OPERATOR_TOKEN, body })).body;

async function newKey(scopes: readonly string[], agent = false): Promise<string> {
  const { id } = await operate('/spaces', { name: 'Acme' });
  const agent_id = agent ? (await operate(`/spaces/${id}/agents`, { name: 'Concierge' })).id : undefined;
  return (await operate(`/spaces/${id}/keys`, { name: 'Key', scopes, agent_id })).api_key;
}

const find = (token: string, q = 'ada') => {
  asked.length = 0;
  return request(`${url}/search?q=${encodeURIComponent(q)}`, 'GET', { token });
};

test('joins what services find in the order of the kinds, and asks only for kinds that the key reads', async () => {
  answerOf = (service) => (service === 'contacts' ? [found('contact', 'con_1')] : [found('table', 'tbl_1')]);
  const { status, body } = await find(await newKey(['tables:read', 'contacts:read']));
  expect(status).toBe(200);
  expect(body).toEqual({
    data: [
      { kind: 'contact', id: 'con_1', title: 'Ada', detail: null, path: '/contacts/con_1' },
      { kind: 'table', id: 'tbl_1', title: 'Ada', detail: null, path: '/tables/tbl_1' },
    ],
    incomplete: [],
  });
  expect(asked.map(({ service }) => service).toSorted()).toEqual(['contacts', 'tables']);
  expect(asked[0]!.input).toMatchObject({
    q: 'ada',
    limit: 8,
    kinds: [{ kind: 'contact', ids: null }, { kind: 'tag' }, { kind: 'audience' }],
  });
});

test('answers a key without scopes to read with nothing', async () => {
  expect((await find(await newKey(['contacts:write']))).body).toEqual({ data: [], incomplete: [] });
  expect(asked).toEqual([]);
});

test('names a service that fails or is late, and has the things of the others', async () => {
  const late = Promise.withResolvers<FoundPart[]>();
  answerOf = (service) => {
    if (service === 'contacts') throw new Problem('unavailable', 'The database does not answer.');
    return service === 'tables' ? late.promise : [found('form', 'frm_1')];
  };
  const { status, body } = await find(await newKey(['tables:read', 'contacts:read', 'forms:read', 'finance:read']));
  late.resolve([]);
  // No commerce service runs here.
  expect([status, body]).toMatchObject([200, { data: [{ kind: 'form' }], incomplete: ['commerce', 'contacts', 'tables'] }]);
});

test('asks for an agent only for what it can use', async () => {
  answerOf = () => [];
  await find(await newKey(['tables:read', 'forms:read', 'contacts:read'], true));
  expect(asked.find(({ service }) => service === 'tables')!.input).toMatchObject({ kinds: [{ kind: 'table', ids: ['tbl_1'] }] });
  expect(asked.some(({ service }) => service === 'scheduling')).toBe(false);
  expect(asked.some(({ service }) => service === 'contacts')).toBe(true);
});

test.each([['a'], [''], ['x'.repeat(101)]])('refuses the text %j', async (q) => {
  const { status, body } = await find(await newKey(['contacts:read']), q);
  expect([status, body.errors[0].path]).toEqual([400, 'q']);
});
