import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { operator } from '../profile.ts';
import { newKey, newSpace } from '../space.ts';
import { callTool } from './mcp-post.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

test('an agent stores a file in a folder, which a feed, an automation and the search know, and a person replaces, shares and deletes it', async () => {
  const { space_id, client } = await newSpace();
  const { id: agent_id } = await operator.settings.create_agent({ space_id, name: 'Scout' });
  const agent = await newKey(space_id, { agent_id });
  const tool = async (name: string, args: object = {}) =>
    (await callTool(agent.api_key, name, { ...args, verbose: true })).structuredContent as Record<string, never>;
  const { subscription: feed } = await client.event_subscriptions.create({
    kind: 'feed',
    name: 'Files',
    event_types: ['asset_created', 'asset_replaced', 'asset_published', 'asset_deleted', 'folder_created'],
  });
  const { id: automation_id } = await client.automations.create({
    name: 'Describe',
    trigger: { event_type: 'asset_created', filters: { kind: 'text' } },
    actions: [{ operation: 'assets.update', arguments: { id: '{{event.data.asset_id}}', tags: ['new'] } }],
  });

  const made = await tool('create_asset', { name: 'note.txt', content_base64: base64('first'), folder_path: 'Notes/2027' });
  expect(made).toMatchObject({ folder_path: 'Notes/2027', kind: 'text', created_by: { kind: 'agent', name: 'Scout' } });
  const id = String(made.id);
  await eventually(async () => {
    expect((await client.automations.list_runs({ id: automation_id })).data).toMatchObject([{ status: 'succeeded' }]);
    expect(await client.assets.get({ id })).toMatchObject({ tags: ['new'] });
  });
  expect((await client.search.find({ q: 'note.txt' })).data).toMatchObject([{ kind: 'asset', id, detail: 'text/plain' }]);
  expect((await client.search.find({ q: '2027' })).data).toMatchObject([{ kind: 'folder', title: '2027', detail: 'Notes' }]);

  expect(await client.assets.replace({ id, content_base64: base64('second') })).toMatchObject({ version: 2, previous_version: 1 });
  expect(await client.assets.publish({ id })).toMatchObject({ is_public: true, url: expect.stringContaining(`/a/${id}/note.txt`) });
  const [folder] = (await client.folders.list({ parent_id: 'none' })).data;
  await expect(client.folders.delete({ id: folder!.id })).rejects.toMatchObject({ status: 409, code: 'attached' });
  await client.folders.delete({ id: folder!.id, contents: 'trash' });
  expect(await client.assets.get({ id })).toMatchObject({ trashed_at: expect.any(String), url: null });
  await client.folders.restore({ id: folder!.id });
  expect(await client.assets.get({ id })).toMatchObject({ trashed_at: null, folder_path: 'Notes/2027', is_public: true });
  await eventually(async () =>
    expect((await client.events.list({ subscription_id: feed.id })).events.map(({ type }) => type)).toEqual([
      'folder_created',
      'folder_created',
      'asset_created',
      'asset_replaced',
      'asset_published',
      'asset_deleted',
    ]),
  );
});

test('the bytes of an upload that a program sends without a key become an asset', async () => {
  const { client } = await newSpace();
  const bytes = randomBytes(3_000_000);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const upload = await client.asset_uploads.create({ name: 'data.bin', size: bytes.length, sha256, folder_path: 'In' });
  const sent = await fetch(upload.upload_url, { method: 'PUT', body: bytes });
  expect([sent.status, sent.headers.get('upload-offset')]).toEqual([204, String(bytes.length)]);
  const asset_id = await eventually(async () => {
    const { status, asset_id: made } = await client.asset_uploads.get({ id: upload.id });
    expect(status).toBe('ready');
    return made!;
  });
  expect(await client.assets.get({ id: asset_id })).toMatchObject({ sha256, size: bytes.length, folder_path: 'In', origin: 'upload' });
});

test('an agent receives events of files in a folder that it can use and below it, of a file from its move there on, and of no other folder', async () => {
  const { space_id, client } = await newSpace();
  const { id: agent_id } = await operator.settings.create_agent({ space_id, name: 'Scout' });
  const agent = await newKey(space_id, { agent_id });
  const brand = await client.folders.create({ name: 'Brand' });
  await operator.agents.set_can_use({ agent_id, folders: [brand.id] });
  const { subscription: feed } = await agent.client.event_subscriptions.create({
    kind: 'feed',
    name: 'Files',
    event_types: ['asset_created', 'asset_updated'],
  });
  const make = (name: string, folder_path?: string) => client.assets.create({ name, content_base64: base64(name), folder_path });
  await make('low.txt', 'Brand/Logos');
  const secret = await make('secret.txt', 'Private');
  await make('loose.txt');
  await client.assets.update({ id: secret.id, alt_text: 'Unheard' });
  await client.assets.update({ id: secret.id, folder_path: 'Brand' });
  await client.assets.update({ id: secret.id, folder_path: 'Private' });
  await make('last.txt', 'Brand');
  const expected = [
    ['asset_created', 'low.txt'],
    ['asset_created', 'loose.txt'],
    ['asset_updated', 'secret.txt'],
    ['asset_created', 'last.txt'],
  ];
  const received = async () =>
    (await agent.client.events.list({ subscription_id: feed.id })).events.map(({ type, data }) => [type, data.asset]);
  await eventually(async () => expect(await received()).toEqual(expected));

  // Stored events follow the list of now, with the folders of then.
  await operator.agents.set_can_use({ agent_id, folders: [] });
  await eventually(async () => expect(await received()).toEqual([['asset_created', 'loose.txt']]));
});
