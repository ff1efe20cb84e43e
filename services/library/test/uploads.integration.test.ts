import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { assets, assetUploads, MAX_OPEN_UPLOADS } from '@space/contracts/assets';
import { folders } from '@space/contracts/library';
import { UPLOAD_LEASE_MS, uploadDirectory } from '@space/contracts/uploads';
import { sql } from '@space/database';
import { callAs, eventually } from '@space/runtime/testing';
import { HOUR_MS } from '@space/time';
import { type LibrarySpace, newUpload, senderTo, sha256, tokenHash, useLibraryService } from './fixtures/library-service.ts';

const service = useLibraryService({ SPACE_ASSET_MAX_BYTES: '1000000' });

/** The calls of a gateway in no Space. */
const door = () => callAs(service.ports, { space_id: '', key_id: '', actor: { kind: 'person', id: '', name: 'Visitor' } });

/** Returns an upload when it has ended. */
const ended = ({ call }: LibrarySpace, id: string) =>
  eventually(async () => {
    const upload = await call(assetUploads, 'get', { id });
    expect(['ready', 'rejected']).toContain(upload.status);
    return upload;
  });

test('an upload becomes an asset with the actor, folder and text of its creation, and leaves no bytes at its own key', async () => {
  const space = service.newSpace();
  const bytes = randomBytes(200_000);
  const upload = await newUpload(space, bytes, { name: 'data.bin', folder_path: 'In', alt_text: 'Data', sha256: sha256(bytes) });
  expect(upload).toMatchObject({ status: 'waiting', offset: 0, asset_id: null, reason: null });
  expect(upload.upload_url).toMatch(/\/v1\/uploads\/[\w-]{43}$/);
  expect(upload.curl).toBe(`curl -gT 'data.bin' '${upload.upload_url}'`);
  await senderTo(service, space).send(upload, bytes);
  const { asset_id, status, offset } = await ended(space, upload.id);
  expect([status, offset]).toEqual(['ready', bytes.length]);
  const asset = await space.call(assets, 'get', { id: asset_id! });
  expect(asset).toMatchObject({ name: 'data.bin', sha256: sha256(bytes), folder_path: 'In', alt_text: 'Data', origin: 'upload' });
  expect(asset.created_by).toEqual(space.caller.actor);
  expect(await service.store.head(`s/${space.id}/${sha256(bytes)}`)).toMatchObject({ size: bytes.length });
  await eventually(async () => expect((await service.store.list(`u/${upload.id}`)).objects).toEqual([]));
  const [event] = await space.events('asset_created');
  expect(event?.data).toMatchObject({ asset_id, folder: 'In', actor: { id: space.caller.key_id } });
  await expect(space.call(assetUploads, 'cancel', { id: upload.id })).rejects.toMatchObject({ code: 'conflict' });
});

test.each([
  ['photo[1] {a}.jpg', "'photo[1] {a}.jpg'"],
  ["it's.jpg", String.raw`'it'\''s.jpg'`],
  ['-', "'./-'"],
])('the command of an upload sends the file %s', async (name, file) => {
  const upload = await newUpload(service.newSpace(), Buffer.from('x'), { name });
  expect(upload.curl).toBe(`curl -gT ${file} '${upload.upload_url}'`);
});

test('uploads are listed by the status that they have at the time, newest first', async () => {
  const space = service.newSpace();
  const one = await newUpload(space, Buffer.from('one'));
  const two = await newUpload(space, Buffer.from('two'));
  await space.call(assetUploads, 'cancel', { id: one.id });
  const ids = async (more: Readonly<Record<string, unknown>> = {}) =>
    (await space.call(assetUploads, 'list', more)).data.map(({ id, status }) => [id, status]);
  expect(await ids()).toEqual([
    [two.id, 'waiting'],
    [one.id, 'cancelled'],
  ]);
  expect(await ids({ status: ['waiting', 'receiving'] })).toEqual([[two.id, 'waiting']]);
  await service.ports.database.query(sql.typeAlias('void')`
    update library.asset_upload set expires_at = created_at where space_id = ${space.id} and id = ${two.id}`);
  expect(await ids({ status: ['expired'] })).toEqual([[two.id, 'expired']]);
  expect(await ids({ status: ['waiting'] })).toEqual([]);
});

test('bytes that another asset has are stored once', async () => {
  const space = service.newSpace();
  const bytes = Buffer.from('the same text');
  const first = await space.newAsset('one.txt', bytes.toString());
  const upload = await newUpload(space, bytes);
  await senderTo(service, space).send(upload, bytes, sha256(bytes));
  const { asset_id } = await ended(space, upload.id);
  expect(asset_id).not.toBe(first.id);
  expect((await service.store.list(`s/${space.id}/`)).objects).toHaveLength(1);
});

test.each([
  ['wrong_size', { size: 5 }, 'text'],
  ['wrong_sha256', { sha256: sha256('other') }, 'text'],
  ['type_not_allowed', { name: 'a.png' }, 'text'],
] as const)('bytes are rejected for the reason %s', async (reason, more, text) => {
  const space = service.newSpace();
  const bytes = Buffer.from(text);
  const upload = await newUpload(space, bytes, more);
  if (reason === 'wrong_size') {
    const holder = 'one';
    await door()(uploadDirectory, 'open', { token_hash: tokenHash(upload.upload_url), holder });
    const stored = await service.store.uploads.create(`u/${upload.id}/body`, { content_type: 'text/plain' });
    await space.call(uploadDirectory, 'record', { upload_id: upload.id, holder, stored });
    const finish = (offset: number) => space.call(uploadDirectory, 'finish', { upload_id: upload.id, holder, offset, sha256: null });
    await expect(finish(4)).rejects.toMatchObject({ code: 'invalid' });
    await finish(5);
  } else await senderTo(service, space).send(upload, bytes);
  expect(await ended(space, upload.id)).toMatchObject({ status: 'rejected', reason, asset_id: null });
  const [event] = await space.events('asset_rejected');
  expect(event?.data).toMatchObject({ upload_id: upload.id, reason });
  expect((await space.call(assets, 'list', {})).data).toEqual([]);
  await eventually(async () => expect((await service.store.list(`u/${upload.id}`)).objects).toEqual([]));
});

test('a picture of an upload is stored without its metadata, and one that is broken is rejected', async () => {
  const space = service.newSpace();
  const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const place = Buffer.concat([Buffer.from([0, 0, 0, 15]), Buffer.from('tEXtPlace\0 51 N 0 W'), Buffer.alloc(4)]);
  const bytes = Buffer.concat([pixel.subarray(0, 33), place, pixel.subarray(33)]);
  const send = async (sent: Buffer) => {
    const upload = await newUpload(space, sent, { name: 'dot.png', strip_metadata: true, sha256: sha256(sent) });
    await senderTo(service, space).send(upload, sent);
    return ended(space, upload.id);
  };
  const { asset_id } = await send(bytes);
  expect(await space.call(assets, 'get', { id: asset_id! })).toMatchObject({ sha256: sha256(pixel), size: pixel.length });
  await eventually(async () => expect((await service.store.list('u/')).objects).toEqual([]));
  expect((await service.store.list(`s/${space.id}/`)).objects.map(({ key }) => key)).toEqual([`s/${space.id}/${sha256(pixel)}`]);
  expect(await send(bytes.subarray(0, -4))).toMatchObject({ status: 'rejected', reason: 'metadata_not_removable' });
});

test('an upload replaces the file of an asset, and is rejected if that is gone', async () => {
  const space = service.newSpace();
  const { id } = await space.newAsset('a.txt', 'old');
  const bytes = Buffer.from('new text');
  const upload = await newUpload(space, bytes, { replaces: id, name: 'a.txt' });
  await senderTo(service, space).send(upload, bytes);
  expect(await ended(space, upload.id)).toMatchObject({ status: 'ready', asset_id: id });
  expect(await space.call(assets, 'get', { id })).toMatchObject({ version: 2, sha256: sha256(bytes) });
  const late = await newUpload(space, Buffer.from('third'), { replaces: id });
  await space.call(assets, 'delete', { id });
  await senderTo(service, space).send(late, Buffer.from('third'));
  expect(await ended(space, late.id)).toMatchObject({ status: 'rejected', reason: 'asset_missing' });
  await expect(newUpload(space, bytes, { replaces: 'ast_none' })).rejects.toMatchObject({ code: 'unresolved_reference' });
  await expect(newUpload(space, bytes, { replaces: id })).rejects.toMatchObject({ code: 'conflict' });
});

test('an asset whose folder went into the trash meanwhile is in no folder', async () => {
  const space = service.newSpace();
  const folder = await space.call(folders, 'create', { name: 'In' });
  const bytes = Buffer.from('text');
  const upload = await newUpload(space, bytes, { folder_id: folder.id });
  await space.call(folders, 'delete', { id: folder.id });
  await senderTo(service, space).send(upload, bytes);
  const { asset_id } = await ended(space, upload.id);
  expect(await space.call(assets, 'get', { id: asset_id! })).toMatchObject({ folder_id: null });
});

test('one holder at a time has the lease of an upload, and another one gets it when it has ended', async () => {
  const space = service.newSpace();
  const upload = await newUpload(space, Buffer.from('text'));
  const token_hash = tokenHash(upload.upload_url);
  const open = (holder: string) => door()(uploadDirectory, 'open', { token_hash, holder });
  const record = (holder: string, more: { readonly offset?: number; readonly release?: boolean } = {}) =>
    space.call(uploadDirectory, 'record', { upload_id: upload.id, holder, ...more });
  const holders = await Promise.all(['one', 'two', 'three'].map(open));
  expect(holders.map(({ outcome }) => outcome).toSorted()).toEqual(['busy', 'busy', 'ok']);
  const [owner, other] = ['one', 'two', 'three'].toSorted((a) => (holders[['one', 'two', 'three'].indexOf(a)]!.outcome === 'ok' ? -1 : 1));
  expect(await record(owner!)).toEqual({ has_lease: true, is_wanted: true });
  expect(await record(other!)).toEqual({ has_lease: false, is_wanted: false });
  expect((await open(owner!)).outcome).toBe('ok');
  service.ports.clock.advance(UPLOAD_LEASE_MS);
  expect((await open(other!)).outcome).toBe('ok');
  expect((await record(owner!)).has_lease).toBe(false);
  expect((await door()(uploadDirectory, 'cancel', { token_hash })).outcome).toBe('busy');
  expect((await record(other!, { offset: 2, release: true })).has_lease).toBe(true);
  expect((await door()(uploadDirectory, 'find', { token_hash })).upload).toMatchObject({ offset: 2, upload_id: upload.id });
  expect((await door()(uploadDirectory, 'cancel', { token_hash })).outcome).toBe('ok');
  expect((await open('one')).outcome).toBe('ended');
  expect((await door()(uploadDirectory, 'find', { token_hash: sha256('unknown') })).outcome).toBe('missing');
});

test('an upload expires after a day, and its address ends', async () => {
  const space = service.newSpace();
  const upload = await newUpload(space, Buffer.from('text'));
  service.ports.clock.advance(24 * HOUR_MS);
  expect(await space.call(assetUploads, 'get', { id: upload.id })).toMatchObject({ status: 'expired' });
  expect((await door()(uploadDirectory, 'open', { token_hash: tokenHash(upload.upload_url), holder: 'one' })).outcome).toBe('ended');
  await expect(space.call(assetUploads, 'cancel', { id: upload.id })).rejects.toMatchObject({ code: 'conflict' });
});

test('a cancelled upload ends with its bytes', async () => {
  const space = service.newSpace();
  const upload = await newUpload(space, Buffer.from('text'));
  const stored = await service.store.uploads.create(`u/${upload.id}/body`, { content_type: 'text/plain' });
  await door()(uploadDirectory, 'open', { token_hash: tokenHash(upload.upload_url), holder: 'one' });
  await space.call(uploadDirectory, 'record', { upload_id: upload.id, holder: 'one', stored, offset: 0 });
  expect(await space.call(assetUploads, 'get', { id: upload.id })).toMatchObject({ status: 'receiving' });
  await space.call(assetUploads, 'cancel', { id: upload.id });
  expect(await space.call(uploadDirectory, 'record', { upload_id: upload.id, holder: 'one' })).toMatchObject({ has_lease: false });
  await eventually(() => expect(service.store.uploads.offset(stored)).rejects.toMatchObject({ code: 'upload_missing' }));
});

test('a file that is too large, and one upload too many, are refused', async () => {
  const space = service.newSpace();
  await expect(space.call(assetUploads, 'create', { name: 'a.bin', size: 1_000_001 })).rejects.toMatchObject({ code: 'limit_reached' });
  const create = (name: string) => space.call(assetUploads, 'create', { name, size: 1 });
  for (let at = 0; at < MAX_OPEN_UPLOADS - 5; at++) await create(`${at}.txt`);
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => create(`last ${at}.txt`)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))).toEqual(Array(3).fill('limit_reached'));
});
