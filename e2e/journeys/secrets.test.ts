import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { type EchoServer, startEchoServer } from '../../services/integrations/test/fixtures/echo-server.ts';
import { newSecret } from '../integrations.ts';
import { operator } from '../profile.ts';
import { newKey, newSpace, scopesWithout, type TestSpace } from '../space.ts';

const VALUE = 'the token of the CRM';
const secret_headers = { Authorization: 'Bearer {{secret.CRM_TOKEN}}' };

let space: TestSpace;
let server: EchoServer;
beforeAll(async () => {
  space = await newSpace();
  server = await startEchoServer();
  await newSecret(space.space_id, VALUE);
});
afterEach(() => {
  server.received.length = 0;
});
afterAll(() => server.close());

/** Saves an automation that sends each new contact of a Space to the server. */
const handOver = (args: object, { client }: Pick<TestSpace, 'client'> = space) =>
  client.automations.create({
    name: 'Hand over',
    trigger: { event_type: 'contact_created' },
    actions: [{ operation: 'http_requests.send', arguments: { method: 'POST', url: server.url, ...args } }],
  });

test('an automation sends a new contact to another service, with a secret; the secret names the automation', async () => {
  const { client } = space;
  const { id } = await handOver({ secret_headers, body: { name: '{{contact.name}}' } });
  await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
  await eventually(() => expect(server.received).toHaveLength(1), { timeout: 15_000 });
  expect(server.received[0]).toMatchObject({ headers: { authorization: `Bearer ${VALUE}` }, body: '{"name":"Ada"}' });
  expect(await client.secrets.get({ name: 'CRM_TOKEN' })).toMatchObject({ used_by: [{ kind: 'automation', id }] });
  const { data } = await client.automations.list_runs({ id });
  expect(JSON.stringify(data)).not.toContain(VALUE);
  await client.automations.delete({ id });
});

test('a contact with the name of a secret gets nothing sent', async () => {
  const { client } = space;
  const { id } = await handOver({ secret_headers, body: { name: '{{contact.name}}' } });
  await client.contacts.create({ name: '{{secret.CRM_TOKEN}}', email: 'mallory@example.com' });
  await eventually(async () => expect((await client.automations.list_runs({ id })).data).toMatchObject([{ status: 'failed' }]), {
    timeout: 15_000,
  });
  expect(server.received).toEqual([]);
  await client.automations.delete({ id });
});

test.each([
  ['a tag of data next to the secret', { secret_headers: { A: '{{secret.CRM_TOKEN}} {{contact.name}}' } }],
  ['a tag of data in place of the name', { secret_headers: { A: '{{secret.{{contact.name}}}}' } }],
  ['a secret in the body', { body: { a: '{{secret.CRM_TOKEN}}' } }],
  ['a secret in the address', { url: 'https://api.example.com/{{secret.CRM_TOKEN}}' }],
  ['a secret in a header', { headers: { a: '{{secret.CRM_TOKEN}}' } }],
])('an automation is not saved with %s', async (_what, args) => {
  await expect(handOver(args)).rejects.toMatchObject({ status: 400, message: expect.stringMatching(/secret|merge tag/) });
});

test('an automation is not saved with a secret in another operation, or by a key that may not send requests', async () => {
  const { client, space_id } = space;
  const actions = [{ operation: 'contacts.create', arguments: { name: '{{secret.CRM_TOKEN}}', email: 'a@example.com' } }];
  await expect(client.automations.create({ name: 'Steal', trigger: { manual: true }, actions })).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('secret'),
  });
  const weak = await newKey(space_id, { scopes: scopesWithout('secrets:run') });
  await expect(handOver({ secret_headers }, weak)).rejects.toMatchObject({ status: 400, message: expect.stringContaining('secrets:run') });
});

test('a redirect is not followed, and a secret goes to no other host and no other Space', async () => {
  const { client, space_id } = space;
  server.answer((_request, response) => void response.writeHead(302, { location: `${server.url}/elsewhere` }).end());
  expect(await client.http_requests.send({ url: server.url, secret_headers })).toMatchObject({ status: 302 });
  expect(server.received).toHaveLength(1);
  const other = server.url.replace('127.0.0.1', '127.0.0.2');
  await expect(client.http_requests.send({ url: other, secret_headers })).rejects.toMatchObject({ status: 403 });
  const stranger = await newSpace();
  await expect(stranger.client.http_requests.send({ url: server.url, secret_headers })).rejects.toMatchObject({ status: 422 });
  const { id: agent_id } = await operator.settings.create_agent({ space_id, name: 'Scout' });
  const agent = await newKey(space_id, { agent_id });
  await expect(agent.client.http_requests.send({ url: server.url, secret_headers })).rejects.toMatchObject({ status: 403 });
  expect(server.received).toHaveLength(1);
});
