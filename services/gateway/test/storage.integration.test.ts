import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  commerceStorage,
  contactStorage,
  eventStorage,
  integrationStorage,
  libraryStorage,
  MAX_UNSHARED_STORAGE_BYTES,
  publishingStorage,
  type StorageAmounts,
  schedulingStorage,
  storageDirectory,
  tableStorage,
  workStorage,
} from '@space/contracts/platform';
import { type Service, serving } from '@space/runtime';
import { callAs, eventually, startServices } from '@space/runtime/testing';
import { type Api, OPERATOR_TOKEN, startApi } from './fixtures/api.ts';

let api: Api;
let stopParts: () => Promise<void>;
/** The amounts that the services measure, by Space. */
const stored = new Map<string, StorageAmounts>();

/** The Spaces whose measurement fails. */
const unmeasurable = new Set<string>();

const NOTHING: StorageAmounts = { bytes: 0, rows: 0, files: 0 };

async function measure(space: string): Promise<StorageAmounts> {
  if (unmeasurable.has(space)) throw new Error('The Space is not measured in this test.');
  return stored.get(space) ?? NOTHING;
}

const parts: Service = {
  name: 'parts',
  schema: 'gateway',
  emits: false,
  open: () => ({
    serves: [
      serving(contactStorage, { measure: ({ caller }) => measure(caller.space_id) }),
      ...[
        tableStorage,
        publishingStorage,
        schedulingStorage,
        eventStorage,
        integrationStorage,
        commerceStorage,
        workStorage,
        libraryStorage,
      ].map((part) => serving(part, { measure: async () => NOTHING })),
    ],
  }),
};

beforeAll(async () => {
  api = await startApi();
  ({ stop: stopParts } = await startServices([parts], api.ports));
});
afterAll(async () => {
  await stopParts();
  await api.stop();
});

let names = 0;

async function createSpace() {
  const id = await api.newSpace();
  const { api_key } = await api.newKey(id, { scopes: ['contacts:read', 'contacts:write', 'agents:read'] });
  const send = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    api.send(method, `/v1${path}`, { token: api_key, body, ...(headers && { headers }) });
  const usage = async () => (await send('GET', '/usage')).body;
  return {
    id,
    send,
    usage,
    create: (bytes = 10) =>
      send('POST', '/contacts', { name: 'A', email: `a${names++}@example.com`, custom_fields: { a: 'x'.repeat(bytes) } }),
    limit: (limits: object) => api.send('PATCH', `/v1/operator/spaces/${id}/storage-limits`, { token: OPERATOR_TOKEN, body: limits }),
    /** Sets what the services store and waits until it is measured. */
    async measure(amounts: Partial<StorageAmounts>) {
      stored.set(id, { ...NOTHING, ...amounts });
      api.ports.clock.advance(60_000);
      await eventually(async () => expect((await usage()).bytes.used).toBe(amounts.bytes ?? 0));
    },
  };
}

test('a Space at its limit cannot store, can delete, and stores again when it has room', async () => {
  const space = await createSpace();
  expect((await space.limit({ bytes: 5_000 })).body).toMatchObject({ bytes: { limit: 5_000 }, rows: { limit: 5_000_000 } });
  const first = await space.create();
  expect(first.status).toBe(201);
  await space.measure({ bytes: 4_990, rows: 3, files: 1 });
  expect(await space.usage()).toMatchObject({
    measured_at: expect.any(String),
    bytes: { used: 4_990, limit: 5_000 },
    rows: { used: 3 },
    files: { used: 1 },
  });
  const refused = await space.create();
  expect(refused.body).toMatchObject({ status: 409, code: 'limit_reached', limit: 'bytes' });
  expect(refused.body.detail).toMatch(/delete something, or ask the operator/);
  expect((await space.send('PATCH', `/contacts/${first.body.id}`, { name: 'B' })).status).toBe(409);
  expect((await space.send('GET', '/contacts')).status).toBe(200);
  expect((await space.send('DELETE', `/contacts/${first.body.id}`)).status).toBe(200);
  await space.measure({ bytes: 100 });
  expect((await space.create()).status).toBe(201);
});

test('growth counts before it is measured, and a dry run does not count', async () => {
  const space = await createSpace();
  unmeasurable.add(space.id);
  await space.limit({ bytes: 1_000_000 });
  for (let call = 0; call < 9; call++) expect((await space.create(100_000)).status).toBe(201);
  expect((await space.send('POST', '/contacts?dry_run=true', { name: 'A', email: 'dry@example.com' })).status).toBe(201);
  expect((await space.usage()).bytes.used).toBeGreaterThan(900_000);
  expect((await space.create(100_000)).body).toMatchObject({ code: 'limit_reached' });
});

test('a call that stores nothing does not count: it is refused, or repeated with its idempotency key', async () => {
  const space = await createSpace();
  await space.limit({ bytes: 1_000_000 });
  const bio = 'x'.repeat(300_000);
  const body = { name: 'A', email: `a${names++}@example.com`, bio: '', custom_fields: { bio } };
  const sendOnce = () => space.send('POST', '/contacts', body, { 'idempotency-key': 'once' });
  expect((await sendOnce()).status).toBe(201);
  for (let call = 0; call < 10; call++) {
    expect((await sendOnce()).status).toBe(201);
    expect((await space.send('POST', '/contacts', body)).status).toBe(409);
    expect((await space.send('POST', '/contacts', { ...body, unknown: 1 })).status).toBe(400);
    expect((await space.usage()).bytes.used).toBeLessThan(310_000);
  }
  // 0 when the Space was measured meanwhile.
  expect((await space.usage()).rows.used).toBeLessThanOrEqual(1);
});

test('limits of rows and files, changed by an operator, apply to visitors and automations', async () => {
  const space = await createSpace();
  await space.limit({ files: 2, rows: 10 });
  await space.create();
  await space.measure({ bytes: 1, rows: 2, files: 2 });
  const reserve = callAs(api.ports, { space_id: space.id, key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } });
  expect(await reserve(storageDirectory, 'reserve', { bytes: 10 })).toEqual({ refusal: null });
  expect(await reserve(storageDirectory, 'reserve', { bytes: 10, files: 1 })).toEqual({ refusal: expect.stringContaining('2 files') });
  expect((await space.limit({ files: 0 })).body).toMatchObject({ files: { limit: null } });
  expect(await reserve(storageDirectory, 'reserve', { bytes: 10, files: 1 })).toEqual({ refusal: null });
  const { used } = (await space.usage()).bytes;
  expect(await reserve(storageDirectory, 'reserve', { bytes: 1_000 })).toEqual({ refusal: null });
  expect(await reserve(storageDirectory, 'release', { bytes: 1_000 })).toEqual({ released: true });
  expect((await space.usage()).bytes.used).toBe(used);
  expect((await space.limit({ files: null })).body).toMatchObject({ files: { limit: 100_000 }, rows: { limit: 10 } });
});

test('two gateways exceed a limit by no more than what each may accept alone', async () => {
  const { createStorageQuotas } = await import('../src/storage/storage-quotas.ts');
  const space = await createSpace();
  const limit = 4 * MAX_UNSHARED_STORAGE_BYTES;
  const { database, clock, log } = api.ports;
  const settings = { SPACE_STORAGE_BYTES: limit, SPACE_STORAGE_ROWS: 0, SPACE_STORAGE_FILES: 0 };
  const gateways = [1, 2].map(() => createStorageQuotas(database, clock, log, settings));
  let accepted = 0;
  for (const _call of Array.from({ length: 200 }))
    for (const gateway of gateways)
      try {
        await gateway.reserve(space.id, { bytes: 1_048_576, rows: 1, files: 0 });
        accepted += 1_048_576;
      } catch {}
  expect(accepted).toBeGreaterThanOrEqual(limit - MAX_UNSHARED_STORAGE_BYTES);
  expect(accepted).toBeLessThanOrEqual(limit + gateways.length * MAX_UNSHARED_STORAGE_BYTES);
});
