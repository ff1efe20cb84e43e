import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { MAX_SHARE_LINKS_PER_TABLE, shareLinkDirectory, shareLinks, snapshots, tables, views } from '@space/contracts/tables';
import { isoTime, newId, sql } from '@space/database';
import { callAs, emittedIn, newSpaceCaller, startServices, type TestServices, testPorts } from '@space/runtime/testing';
import { hashToken } from '@space/web';
import { z } from 'zod';
import { tablesService } from '../src/service.ts';
import { findOpenLink } from '../src/share/share-links.queries.ts';

let space: TestServices;
beforeAll(async () => {
  const ports = await testPorts({ environment: { SPACE_PUBLIC_URL: 'https://pages.example.com/' } });
  space = await startServices([contactsService, tablesService], ports);
});
afterAll(() => space.stop());

async function deals() {
  const caller = newSpaceCaller();
  const call = callAs(space.ports, caller);
  const table = await call(tables, 'create', { name: 'Deals', columns: [{ key: 'name', label: 'Name', type: 'text' }] });
  const events = async () =>
    (await emittedIn(space.ports.database, 'tables', caller.space_id)).filter(({ type }) => type.includes('share_link'));
  return { call, table, table_id: table.id, events };
}

test('a share link shows the default view, and its address can be read again', async () => {
  const { call, table, table_id } = await deals();
  const link = await call(shareLinks, 'create', { table_id, name: 'For our partners' });
  expect(link).toMatchObject({
    id: expect.stringMatching(/^shr_/),
    view_id: table.views[0]!.id,
    name: 'For our partners',
    url: expect.stringMatching(/^https:\/\/pages\.example\.com\/t\/[\w-]{43}$/),
    has_password: false,
    expires_at: null,
    opened_count: 0,
    last_opened_at: null,
  });
  expect(await call(shareLinks, 'get', { table_id, link_id: link.id })).toEqual(link);
  expect(await call(shareLinks, 'list', { table_id, include_total: true })).toEqual({
    data: [link],
    has_more: false,
    next_cursor: null,
    total: 1,
  });
});

test('a share link changes the given fields and is changed back by the earlier ones', async () => {
  const { call, table_id, events } = await deals();
  const { url: _url, ...link } = await call(shareLinks, 'create', { table_id, name: 'For our partners' });
  const about = { table_id, link_id: link.id };
  const view = await call(views, 'create', { table_id, name: 'Open' });
  const expires_at = '2099-01-01T00:00:00.000Z';
  const changed = await call(shareLinks, 'update', { ...about, view_id: view.id, name: null, expires_at, password: 'correct horse' });
  expect(changed).toMatchObject({ id: link.id, view_id: view.id, name: null, expires_at, has_password: true });
  expect(changed.before).toEqual({ view_id: link.view_id, name: 'For our partners', expires_at: null, password: null });
  expect((await events()).at(-1)).toMatchObject({
    type: 'table_share_link_updated',
    data: { view: 'Open', share_link: null, changed: ['view_id', 'name', 'expires_at', 'password'], has_password: true, expires_at },
  });
  const undo = shareLinks.operations.update.undo!(about, changed)!;
  expect(await call(shareLinks, 'update', undo.arguments as never)).toMatchObject({ ...link, updated_at: expect.any(String) });
  expect(await call(shareLinks, 'update', { ...about, name: 'For our partners' })).toMatchObject({ changed: [], before: {} });
  expect(await events()).toHaveLength(3);
});

test('a share link does not change to a view that does not exist, and one of another Space is not found', async () => {
  const { call, table_id } = await deals();
  const { id: link_id } = await call(shareLinks, 'create', { table_id });
  await expect(call(shareLinks, 'update', { table_id, link_id, view_id: 'viw_1' })).rejects.toMatchObject({ code: 'unresolved_reference' });
  await expect(call(shareLinks, 'update', { table_id, link_id: 'shr_1', password: 'correct horse' })).rejects.toMatchObject({
    code: 'not_found',
  });
  const other = await deals();
  await expect(other.call(shareLinks, 'update', { table_id, link_id, name: 'x' })).rejects.toMatchObject({ code: 'not_found' });
});

test('the database stores neither the token nor the password in readable form', async () => {
  const { call, table_id, events } = await deals();
  const { url } = await call(shareLinks, 'create', { table_id, password: 'correct horse' });
  const token = url.split('/t/')[1]!;
  const stored = await space.ports.database.oneFirst(sql.type(z.object({ text: z.string() }))`
    select l::text || coalesce(encode(l.sealed_token, 'escape'), '') as text from tables.share_link as l where table_id = ${table_id}`);
  expect(stored).toMatch(/scrypt\$32768\$8\$1\$/);
  for (const secret of [token, 'correct horse']) {
    expect(stored).not.toContain(secret);
    expect(JSON.stringify(await events())).not.toContain(secret);
  }
});

test('events name the shared and the revoked view', async () => {
  const { call, table, table_id, events } = await deals();
  const expires_at = isoTime(space.ports.clock.now() + 60_000);
  const { id } = await call(shareLinks, 'create', { table_id, name: 'A', password: 'correct horse', expires_at });
  await call(shareLinks, 'delete', { table_id, link_id: id });
  const about = { table_id, table: 'Deals', view_id: table.views[0]!.id, view: 'All rows', share_link_id: id, share_link: 'A' };
  expect((await events()).map(({ type, data: { actor: _, actor_kind: __, ...data } }) => [type, data])).toEqual([
    ['table_share_link_created', { ...about, has_password: true, expires_at }],
    ['table_share_link_revoked', about],
  ]);
  await expect(call(shareLinks, 'delete', { table_id, link_id: id })).rejects.toMatchObject({ code: 'not_found' });
});

test('a link that expires in the past is rejected', async () => {
  const { call, table_id } = await deals();
  await expect(call(shareLinks, 'create', { table_id, expires_at: isoTime(space.ports.clock.now()) })).rejects.toMatchObject({
    code: 'invalid',
    extras: { errors: [{ path: 'expires_at' }] },
  });
});

test('other services learn which links of a Space open, by their tokens', async () => {
  const { call, table_id } = await deals();
  const link = await call(shareLinks, 'create', { table_id, password: 'correct horse' });
  const expiring = await call(shareLinks, 'create', { table_id, expires_at: isoTime(space.ports.clock.now() + 1_000) });
  const tokens = [link, expiring, { url: '/t/unknown' }].map(({ url }) => url.split('/').at(-1)!);
  const open = await call(shareLinkDirectory, 'resolve', { tokens });
  expect(open.tokens.sort()).toEqual(tokens.slice(0, 2).sort());
  expect(open.with_password).toEqual([tokens[0]]);
  expect(await callAs(space.ports, newSpaceCaller())(shareLinkDirectory, 'resolve', { tokens })).toEqual({ tokens: [], with_password: [] });
  space.ports.clock.set(Date.parse(expiring.expires_at!));
  expect(await call(shareLinkDirectory, 'resolve', { tokens })).toEqual({ tokens: [tokens[0]], with_password: [tokens[0]] });
});

test('a table without a view cannot be shared', async () => {
  const { call, table, table_id } = await deals();
  await call(shareLinks, 'create', { table_id });
  await call(views, 'delete', { table_id, view_id: table.views[0]!.id });
  expect((await call(shareLinks, 'list', { table_id })).data).toEqual([]);
  await expect(call(shareLinks, 'create', { table_id })).rejects.toMatchObject({ code: 'conflict', status: 409 });
});

test('links are listed page by page, newest first', async () => {
  const { call, table_id } = await deals();
  for (const name of ['A', 'B', 'C']) await call(shareLinks, 'create', { table_id, name });
  const first = await call(shareLinks, 'list', { table_id, limit: 2 });
  expect([first.data.map(({ name }) => name), first.has_more]).toEqual([['C', 'B'], true]);
  expect((await call(shareLinks, 'list', { table_id, cursor: first.next_cursor! })).data).toMatchObject([{ name: 'A' }]);
});

test('a table of another Space cannot be shared, and its links are not found', async () => {
  const { call, table, table_id } = await deals();
  const { id } = await call(shareLinks, 'create', { table_id });
  const other = await deals();
  await expect(other.call(shareLinks, 'create', { table_id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(other.call(shareLinks, 'list', { table_id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(other.call(shareLinks, 'get', { table_id, link_id: id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(other.call(shareLinks, 'get', { table_id: other.table_id, link_id: id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(other.call(shareLinks, 'delete', { table_id, link_id: id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(other.call(shareLinks, 'delete', { table_id: other.table_id, link_id: id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(other.call(shareLinks, 'create', { table_id: other.table_id, view_id: table.views[0]!.id })).rejects.toMatchObject({
    code: 'unresolved_reference',
  });
});

test('a link to a view deleted by a restore can be revoked, and works again with the view', async () => {
  const { call, table_id, events } = await deals();
  const before = await call(snapshots, 'create', { table_id });
  const view = await call(views, 'create', { table_id, name: 'Later' });
  const link = await call(shareLinks, 'create', { table_id, view_id: view.id, name: 'Deals' });
  const other = await call(shareLinks, 'create', { table_id, view_id: view.id, name: 'Revoked' });
  const { undo_snapshot_id, warnings } = await call(snapshots, 'restore', { table_id, snapshot_id: before.id });
  expect(warnings).toEqual(['2 share links lead to views created since, and are not found until those views are restored.']);
  const hash = hashToken(link.url.split('/t/')[1]!);
  const open = () => findOpenLink(space.ports.database, hash, isoTime(space.ports.clock.now()));
  expect(await open()).toBeNull();
  await call(shareLinks, 'delete', { table_id, link_id: other.id });
  expect((await events()).at(-1)).toMatchObject({ type: 'table_share_link_revoked', data: { view_id: view.id, view: null } });
  await call(snapshots, 'restore', { table_id, snapshot_id: undo_snapshot_id });
  expect(await open()).toMatchObject({ id: link.id, view_name: 'Later' });
  expect((await call(shareLinks, 'list', { table_id })).data).toEqual([link]);
  await call(views, 'delete', { table_id, view_id: view.id });
  expect((await call(shareLinks, 'list', { table_id })).data).toEqual([]);
});

test('a password is hashed only for a link that can be created; a repeated call with its idempotency key gets its link', async () => {
  let hashes = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'SCRYPTREQUEST') hashes += 1;
    },
  }).enable();
  const { call, table_id } = await deals();
  const options = { idempotency_key: newId('evt') };
  const last = { table_id, name: 'Last', password: 'correct horse' };
  for (let at = 1; at < MAX_SHARE_LINKS_PER_TABLE; at++) await call(shareLinks, 'create', { table_id });
  const link = await call(shareLinks, 'create', last, options);
  await expect(call(shareLinks, 'create', last)).rejects.toMatchObject({ code: 'limit_reached' });
  await expect(call(shareLinks, 'create', { ...last, table_id: newId('tbl') })).rejects.toMatchObject({ code: 'not_found' });
  expect(await call(shareLinks, 'create', last, options)).toEqual(link);
  hook.disable();
  expect(hashes).toBe(1);
});
