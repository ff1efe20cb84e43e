import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  commerceRemoval,
  contactRemoval,
  eventClosing,
  eventRemoval,
  integrationRemoval,
  keyDirectory,
  libraryClosing,
  libraryRemoval,
  publishingClosing,
  publishingRemoval,
  schedulingRemoval,
  spaceDirectory,
  tableRemoval,
  workRemoval,
} from '@space/contracts/platform';
import { sql } from '@space/database';
import { type Service, serving } from '@space/runtime';
import { callAs, eventually, startServices } from '@space/runtime/testing';
import { DAY_MS, HOUR_MS } from '@space/time';
import { z } from 'zod';
import { spaceRemovalTask } from '../src/settings/space-removal-task.ts';
import { type Api, OPERATOR_TOKEN, startApi } from './fixtures/api.ts';
import { newConsolePerson } from './fixtures/console-person.ts';

let api: Api;
/** The values of `closed` that the services got, by Space. */
const closings: Record<string, unknown[]> = {};
/** Calls of a removal that still find rows, by Space. */
const batches: Record<string, number> = {};
let isDown = false;
/** Delays the note to publishing that a Space is closed, by Space. */
const held: Record<string, Promise<void>> = {};
/** The last value of `closed` that publishing got, by Space. */
const publishing: Record<string, boolean> = {};

beforeAll(async () => {
  api = await startApi();
  const closing = {
    set_closed: async ({ caller, input }: { caller: { space_id: string }; input: { closed: boolean } }) => {
      if (isDown) throw new Error('down');
      closings[caller.space_id] = [...(closings[caller.space_id] ?? []), input.closed];
      return input;
    },
  };
  const publishingClosed = {
    set_closed: async (call: { caller: { space_id: string }; input: { closed: boolean } }) => {
      if (call.input.closed) await held[call.caller.space_id];
      publishing[call.caller.space_id] = call.input.closed;
      return closing.set_closed(call);
    },
  };
  const removal = {
    remove: async ({ caller: { space_id } }: { caller: { space_id: string } }) => {
      const left = batches[space_id] ?? 0;
      batches[space_id] = Math.max(0, left - 1);
      return { deleted: left > 0 ? 5 : 0, is_done: left === 0 };
    },
  };
  const rest: Service = {
    name: 'events',
    schema: 'gateway',
    emits: false,
    open: () => ({
      serves: [
        serving(eventClosing, closing),
        serving(libraryClosing, { set_closed: async ({ input: { closed } }) => ({ closed }) }),
        serving(publishingClosing, publishingClosed),
        ...[
          contactRemoval,
          tableRemoval,
          publishingRemoval,
          schedulingRemoval,
          eventRemoval,
          integrationRemoval,
          commerceRemoval,
          workRemoval,
          libraryRemoval,
        ].map((one) => serving(one as typeof contactRemoval, removal)),
      ],
    }),
  };
  await startServices([rest], api.ports);
});
afterAll(() => api.stop());

const operate = (method: string, path: string, body?: unknown) => api.send(method, `/v1/operator${path}`, { token: OPERATOR_TOKEN, body });

describe('a Space whose deletion was asked for', () => {
  test('is closed for keys and members, and open again when an owner takes it back', async () => {
    const space = await api.newSpace();
    const { api_key } = await api.newKey(space);
    const owner = await newConsolePerson(api, space, 'owner');
    const settings = `/spaces/${space}/v1/settings`;
    expect((await owner.send('POST', `${settings}/delete`, { name: 'acme' })).body).toMatchObject({
      status: 400,
      errors: [{ path: 'name', message: 'must be the name of the Space, “Acme”' }],
    });
    const closed = await owner.send('POST', `${settings}/delete`, { name: 'Acme' });
    expect([closed.status, closed.body]).toMatchObject([200, { id: space, delete_at: expect.any(String) }]);
    expect(Date.parse(closed.body.delete_at) - api.ports.clock.now()).toBeGreaterThan(6.9 * DAY_MS);
    expect((await owner.send('POST', `${settings}/delete`, { name: 'Acme' })).body).toEqual(closed.body);
    const sentence = `This Space is closed, because it is being deleted; an owner can take that back in the console until ${closed.body.delete_at}.`;
    await eventually(async () => {
      expect((await api.send('GET', '/v1/contacts', { token: api_key })).body).toMatchObject({ status: 401, detail: sentence });
    });
    expect((await api.send('GET', '/v1/me', { token: api_key })).status).toBe(401);
    expect((await owner.send('GET', `/spaces/${space}/v1/contacts`)).body).toMatchObject({ status: 403, detail: sentence });
    expect((await owner.send('GET', settings)).body).toEqual(closed.body);
    expect((await owner.send('GET', '/v1/person')).body.spaces).toMatchObject([{ id: space, delete_at: closed.body.delete_at }]);
    await eventually(() => expect(closings[space]).toEqual([true, true]));
    const opened = await owner.send('POST', `${settings}/restore`, {});
    expect(opened.body).toMatchObject({ id: space, delete_at: null });
    await eventually(async () => {
      expect((await api.send('GET', '/v1/contacts', { token: api_key })).status).toBe(200);
      expect(closings[space]).toEqual([true, true, false, false]);
    });
    expect((await owner.send('GET', `/spaces/${space}/v1/contacts`)).status).toBe(200);
    expect((await owner.send('POST', `${settings}/restore`, {})).body).toEqual(opened.body);
  });

  test('is closed by an owner only, and only after a confirmation', async () => {
    const space = await api.newSpace();
    const admin = await newConsolePerson(api, space, 'admin');
    const owner = await newConsolePerson(api, space, 'owner');
    const path = `/spaces/${space}/v1/settings/delete`;
    expect((await admin.send('POST', path, { name: 'Acme' })).status).toBe(403);
    api.ports.clock.advance(HOUR_MS);
    expect((await owner.send('POST', path, { name: 'Acme' })).body).toMatchObject({ code: 'confirmation_required' });
    expect((await operate('GET', `/spaces/${space}`)).body.delete_at).toBeNull();
  });

  test('is open for every service after it was taken back, also when another gateway says later that it is closed', async () => {
    const space = await api.newSpace();
    const { promise, resolve } = Promise.withResolvers<void>();
    held[space] = promise;
    await operate('POST', `/spaces/${space}/delete`, { name: 'Acme' });
    await eventually(() => expect(closings[space]).toEqual([true]));
    await operate('POST', `/spaces/${space}/restore`);
    const other = spaceRemovalTask(api.ports);
    await other.start();
    await eventually(() => expect(closings[space]).toEqual([true, false, false]));
    resolve();
    await eventually(() => expect(closings[space]).toEqual([true, false, false, true, false, false]), { timeout: 10_000 });
    await other.stop();
    expect(publishing[space]).toBe(false);
  });

  test('refuses no automation for good: the key and the member that it acts for are unavailable until the Space is open', async () => {
    const space = await api.newSpace();
    const key = await api.newKey(space);
    const owner = await newConsolePerson(api, space, 'owner');
    const { member_id } = (await owner.send('GET', '/v1/person')).body.spaces[0];
    const ask = callAs(api.ports, { space_id: space, key_id: '', actor: { kind: 'automation', id: 'atm', name: 'A' } });
    const introspect = (id: string) => ask(keyDirectory, 'introspect', { id });
    await operate('POST', `/spaces/${space}/delete`, { name: 'Acme' });
    for (const id of [key.id, member_id])
      await expect(introspect(id)).rejects.toMatchObject({ code: 'unavailable', message: expect.stringContaining('is closed') });
    await operate('POST', `/spaces/${space}/restore`);
    for (const id of [key.id, member_id]) expect((await introspect(id)).refusal).toBeNull();
  });

  test('has no look, so that its pages are not found', async () => {
    const space = await api.newSpace();
    const look = () =>
      callAs(api.ports, { space_id: space, key_id: '', actor: { kind: 'person', id: 'v', name: 'V' } })(spaceDirectory, 'look', {});
    await look();
    await operate('POST', `/spaces/${space}/delete`, { name: 'Acme' });
    await expect(look()).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is deleted after seven days with all that it has, also when a service was down, and leaves a record', async () => {
    const [space, other] = [await api.newSpace(), await api.newSpace()];
    const { api_key } = await api.newKey(space);
    const stays = await api.newKey(other);
    await newConsolePerson(api, space, 'owner');
    await operate('POST', `/spaces/${space}/agents`, { name: 'Concierge' });
    isDown = true;
    await operate('POST', `/spaces/${space}/delete`, { name: 'Acme' });
    await eventually(async () => {
      expect((await api.send('GET', '/v1/contacts', { token: api_key })).status).toBe(401);
    });
    isDown = false;
    batches[space] = 3;
    api.ports.clock.advance(7 * DAY_MS + HOUR_MS);
    expect((await operate('POST', `/spaces/${space}/restore`)).body).toMatchObject({ status: 409, code: 'conflict' });
    await eventually(async () => expect((await operate('GET', `/spaces/${space}`)).status).toBe(404), { timeout: 20_000 });
    await eventually(async () => expect((await api.send('GET', '/v1/contacts', { token: api_key })).body.detail).toContain('Invalid'));
    const record = await api.ports.database.one(sql.type(z.object({ name: z.string(), removed_rows: z.number(), by: z.string() }))`
      select name, removed_rows, deleted_by ->> 'id' as by from gateway.deleted_space where id = ${space}`);
    expect(record).toMatchObject({ name: 'Acme', by: 'operator' });
    expect(record.removed_rows).toBeGreaterThan(15);
    expect((await operate('GET', `/spaces/${other}`)).status).toBe(200);
    expect((await api.send('GET', '/v1/contacts', { token: stays.api_key })).status).toBe(200);
  });
});
