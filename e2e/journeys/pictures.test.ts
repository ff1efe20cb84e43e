import { expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { PNG } from 'pngjs';
import { newSpace } from '../space.ts';
import { callTool } from './mcp-post.ts';

test('a photo that is uploaded becomes a picture of a page in the size that it needs, as long as it is public', async () => {
  const { client, api_key, request } = await newSpace();
  const { subscription: feed } = await client.event_subscriptions.create({
    kind: 'feed',
    name: 'Pictures',
    event_types: ['asset_processed'],
  });
  const photo = PNG.sync.write(new PNG({ width: 1_200, height: 800 }));
  const upload = await client.asset_uploads.create({ name: 'photo.png', size: photo.length });
  await fetch(upload.upload_url, { method: 'PUT', body: photo });
  const id = await eventually(async () => {
    const [event] = (await client.events.list({ subscription_id: feed.id })).events;
    expect(event?.data).toMatchObject({ asset: 'photo.png', width: 1_200, height: 800, has_text: false });
    return String(event!.data.asset_id);
  });
  expect(await client.assets.get({ id })).toMatchObject({ width: 1_200, placeholder: expect.stringMatching(/^data:image\/webp/) });

  const { url } = await client.assets.publish({ id });
  const small = await fetch(`${url}?w=600&ratio=1:1`, { headers: { accept: 'image/webp,*/*' } });
  expect([small.status, small.headers.get('content-type'), small.headers.get('vary')]).toEqual([200, 'image/webp', 'Accept']);
  expect(Buffer.from(await small.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP');
  const square = PNG.sync.read(Buffer.from(await (await fetch(`${url}?w=600&ratio=1:1&f=png`)).arrayBuffer()));
  expect([square.width, square.height]).toEqual([640, 640]);
  const again = await fetch(`${url}?w=640&ratio=1:1`, { headers: { 'if-none-match': small.headers.get('etag')! } });
  expect(again.status).toBe(304);
  expect((await fetch(`${url}?w=-1`)).status).toBe(400);
  const link = await client.assets.create_link({ id, w: 64, f: 'png' });
  expect((await fetch(`${link.url}?w=1280`)).headers.get('content-type')).toBe('image/png');
  const { content } = await callTool(api_key, 'get_asset_content', { id, w: 128 });
  expect(content).toContainEqual({ type: 'image', mimeType: 'image/webp', data: expect.any(String) });

  await client.assets.publish({ id, publish: false });
  await eventually(async () => expect((await fetch(`${url}?w=640&ratio=1:1`)).status).toBe(404));
  await client.assets.delete({ id });
  expect((await request('GET', `/v1/assets/${id}/content`)).status).toBe(404);
});
