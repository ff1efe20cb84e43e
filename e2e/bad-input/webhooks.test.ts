import { beforeAll, expect, test } from '@jest/globals';
import { MAX_WEBHOOKS_PER_SPACE } from '@space/contracts/events';
import { newSpace } from '../space.ts';
import { CLOSED_RECEIVER } from '../surface/fixtures.ts';
import { newUnchangedSpace, type UnchangedSpace } from './unchanged-space.ts';

let space: UnchangedSpace;
beforeAll(async () => {
  space = await newUnchangedSpace();
});

const webhook = { kind: 'webhook', name: 'Hook', url: CLOSED_RECEIVER, event_types: ['*'] };

/** Addresses that are not on the internet, in every spelling a URL parser takes; those of loopback IPv4 are open to this profile, so another suite has them. */
const addresses = [
  '10.0.0.1',
  '167772161',
  '0x0a000001',
  '012.0.0.1',
  '0xa.1',
  '10.1',
  '①⓪.0.0.1',
  '10。0。0。1',
  '10.0.0.1.',
  '0',
  '0.0.0.0',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '100.100.100.200',
  '168.63.129.16',
  '[::]',
  '[::1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:a00:1]',
  '[::10.0.0.1]',
  '[::ffff:0:10.0.0.1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::a9fe:a9fe]',
  '[2002:a9fe:a9fe::]',
  '[2001:0:a9fe:a9fe::1]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[100::1]',
  '[5f00::1]',
  '[3fff::1]',
];

const names = [
  'foo.localhost',
  'metadata.google.internal',
  'kubernetes.default.svc',
  'postgres',
  'redis.svc.cluster.local',
  'printer.local',
  'intranet',
  'host.docker.internal',
];

const spellings = [
  'http://93.184.216.34/',
  'ftp://93.184.216.34/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'gopher://93.184.216.34/',
  '//93.184.216.34/',
  'hooks.example.com',
  'https:93.184.216.34',
  'https:///93.184.216.34/',
  'https://93.184.216.34@10.0.0.1/',
  'https://user:secret@93.184.216.34/',
  'https://10.0.0.1\\@93.184.216.34/',
  'https://93.184.\t216.34/',
  'https://93.184.216.34/\nHost:',
  ' https://93.184.216.34/',
  'https://93.184.216.34/ ',
  'https://[fe80::1%25eth0]/',
  'https://93.184.216.34:0/',
  'https://93.184.216.34:22/',
  'https://93.184.216.34:5432/',
  'https://93.184.216.34:6443/',
  'https://93.184.216.34:99999/',
  'https://',
  'https://?',
  'https://#',
];

const urls = [...addresses.map((address) => `https://${address}/`), ...names.map((name) => `https://${name}/`), ...spellings];

test.each(urls)('the webhook URL %j is 422 unsafe_url', async (url) => {
  const { body } = await space.request('POST', '/event-subscriptions', { body: { ...webhook, url } });
  expect(body).toMatchObject({ status: 422, code: 'unsafe_url', errors: [{ path: 'url', code: 'unsafe_url' }] });
});

test('a webhook cannot be updated to a private address', async () => {
  const { body } = await space.request('PATCH', `/event-subscriptions/${space.webhook_id}`, { body: { url: 'https://10.0.0.1/' } });
  expect(body).toMatchObject({ status: 422, code: 'unsafe_url' });
});

test('no error reveals the addresses of a host name', async () => {
  for (const url of ['https://foo.localhost/', 'https://metadata.google.internal/']) {
    const { text } = await space.request('POST', '/event-subscriptions', { body: { ...webhook, url } });
    expect(text).not.toMatch(/127\.0\.0\.1|169\.254|::1/);
  }
});

test.each([
  ['no event types', { event_types: [] }, 'event_types'],
  ['* among others', { event_types: ['*', 'contact_created'] }, 'event_types'],
  ['* twice', { event_types: ['*', '*'] }, 'event_types'],
  ['a type that does not exist', { event_types: ['contact_exploded'] }, 'event_types'],
  ['the type of tests', { event_types: ['test'] }, 'event_types'],
  ['a type with a line break', { event_types: ['contact_created\r\nX: y'] }, 'event_types'],
  ['ten thousand types', { event_types: Array.from({ length: 10_000 }, () => 'contact_created') }, 'event_types'],
  ['one type that is no list', { event_types: 'contact_created' }, 'event_types'],
  ['a filter for a type that does not exist', { filters: { contact_exploded: {} } }, 'filters'],
  ['a filter by a key its type does not have', { filters: { contact_tagged: { colour: 'red' } } }, 'filters'],
  ['a filter by an unknown kind of actor', { filters: { actor_kind: 'ghost' } }, 'filters'],
  ['a filter by __proto__', JSON.parse('{"filters":{"__proto__":{"actor_kind":"person"}}}'), 'filters'],
  ['a filter that is a list', { filters: [] }, 'filters'],
  ['a kind that only an agent makes', { kind: 'agent' }, 'kind'],
  ['a kind that does not exist', { kind: 'carrier_pigeon' }, 'kind'],
  ['a name of two lines', { name: 'a\r\nb' }, 'name'],
  ['no URL', { url: '' }, 'url'],
  ['a URL of 2,049 characters', { url: `https://93.184.216.34/${'x'.repeat(2_049)}` }, 'url'],
  ['a secret of its own', { secret: 'whsec_mine' }, 'secret'],
  ['a state', { enabled: false }, 'enabled'],
])('a webhook with %s is 400', async (_what, fault, field) => {
  const { body } = await space.request('POST', '/event-subscriptions', { body: { ...webhook, ...fault } });
  expect(body).toMatchObject({ status: 400, code: 'invalid' });
  expect(body.errors.map(({ path }: { path: string }) => path.split('.')[0])).toContain(field);
});

test.each([
  { kind: 'webhook' },
  { secret: 'whsec_mine' },
  { disabled_reason: 'x' },
  { consecutive_dead_deliveries: 0 },
  { event_types: [] },
  { enabled: 'yes' },
])('a webhook cannot be changed to %j', async (body) => {
  expect((await space.request('PATCH', `/event-subscriptions/${space.webhook_id}`, { body })).body).toMatchObject({
    status: 400,
    code: 'invalid',
  });
});

test.each(['0', '-1', '1.5', 'x', '9007199254740993', '1e3', '%00'])('the delivery id %s is 400 or 404', async (id) => {
  const { status } = await space.request('POST', `/event-subscriptions/${space.webhook_id}/deliveries/${id}/resend`);
  expect([400, 404]).toContain(status);
});

test('rejected webhooks change nothing and emit no event', () => space.expectUnchanged());

test('of 30 concurrent creates of webhooks 25 succeed and the rest are 409', async () => {
  const { request } = await newSpace();
  const answers = await Promise.all(Array.from({ length: 30 }, () => request('POST', '/event-subscriptions', { body: webhook })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_WEBHOOKS_PER_SPACE);
  for (const { status, body } of answers) if (status !== 201) expect(body).toMatchObject({ status: 409, code: 'limit_reached' });
  expect((await request('GET', '/event-subscriptions?include_total=true')).body.total).toBe(MAX_WEBHOOKS_PER_SPACE);
});

test('a deleted webhook no longer counts toward the limit', async () => {
  const { request } = await newSpace();
  const [first] = await Promise.all(
    Array.from({ length: MAX_WEBHOOKS_PER_SPACE }, () => request('POST', '/event-subscriptions', { body: webhook })),
  );
  await request('DELETE', `/event-subscriptions/${first!.body.subscription.id}`);
  expect((await request('POST', '/event-subscriptions', { body: webhook })).status).toBe(201);
});
