import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { assets } from '@space/contracts/assets';
import { eventually } from '@space/runtime/testing';
import sharp from 'sharp';
import { createWorkers } from '../src/worker/workers.ts';
import { useMedia } from './fixtures/media-service.ts';
import { jpegWithPlace } from './fixtures/pictures.ts';

const media = useMedia();

const fileOf = (bytes: Buffer) => ({ bytes, size: bytes.length, content_type: 'image/jpeg' });

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><image href="https://example.com/a.png"/></svg>';

/** Returns bytes that begin as a picture and are not one. */
async function hostileFiles(): Promise<Record<string, Buffer>> {
  const jpeg = await jpegWithPlace(200, 200);
  const png = await sharp({ create: { width: 100, height: 100, channels: 4, background: 'red' } })
    .png()
    .toBuffer();
  const lying = Buffer.from(png);
  lying.writeUInt32BE(7_000, 16);
  lying.writeUInt32BE(7_000, 20);
  return {
    'half.jpg': jpeg.subarray(0, jpeg.length / 2),
    'header.jpg': jpeg.subarray(0, 30),
    'noise.jpg': Buffer.concat([jpeg.subarray(0, 20), randomBytes(5_000)]),
    'noise.png': Buffer.concat([png.subarray(0, 33), randomBytes(5_000)]),
    'lying.png': lying,
    'script.gif': Buffer.from(`GIF89a\u0001\u0000\u0001\u0000/*${svg}*/=1`),
    'empty.webp': Buffer.from('RIFF\u0010\u0000\u0000\u0000WEBPVP8 \u0000\u0000\u0000\u0000', 'latin1'),
    'box.avif': Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypavif\0\0\0\0avifmif1'), randomBytes(500)]),
  };
}

test('hostile pictures fail, an SVG is no picture, and the next picture is read all the same', async () => {
  const space = media.newSpace();
  for (const [name, bytes] of Object.entries(await hostileFiles())) await space.create(name, bytes);
  const drawing = await space.create('drawing.svg', Buffer.from(svg));
  const good = await space.create('good.jpg', await jpegWithPlace());
  await eventually(async () => {
    const { data } = await space.call(assets, 'list', { limit: 50 });
    const statusOf = Object.fromEntries(data.map(({ name, processing }) => [name, processing.dimensions]));
    expect(statusOf).toEqual({
      ...Object.fromEntries(Object.keys(await hostileFiles()).map((name) => [name, 'failed'])),
      'drawing.svg': 'unsupported',
      'good.jpg': 'done',
    });
  });
  expect((await space.call(assets, 'get', { id: drawing.id })).width).toBeNull();
  expect((await space.call(assets, 'get', { id: good.id })).placeholder).toMatch(/^data:image\/webp/);
});

test('a picture of more than 50 megapixels is refused by its header', async () => {
  const space = media.newSpace();
  const png = await sharp({ create: { width: 8_000, height: 7_000, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  await expect(space.create('large.png', png)).rejects.toMatchObject({
    code: 'invalid',
    extras: { errors: [{ path: 'content_base64', code: 'too_many_pixels' }] },
  });
});

test('a worker that is over its time ends, and the next work begins in another process', async () => {
  const space = { space: 'spc_1' };
  const workers = createWorkers(1);
  const file = fileOf(await jpegWithPlace());
  await expect(workers.run('picture', file, { ...space, deadline_ms: 1 })).rejects.toMatchObject({ name: 'WorkerEnded' });
  await expect(workers.run('picture', { ...file, bytes: Buffer.from(svg) }, space)).rejects.toMatchObject({ name: 'Unreadable' });
  expect(await workers.run('picture', file, space)).toMatchObject({ width: 400 });
  await workers.stop();
});

test('a worker process has no secret', async () => {
  const workers = createWorkers(1);
  process.env.SPACE_SENTINEL = 'a secret of the service';
  await workers.run('picture', fileOf(await jpegWithPlace()), { space: 'spc_1' });
  const children = readdirSync('/proc').flatMap((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('media-worker') &&
        readFileSync(`/proc/${id}/stat`, 'utf8').split(' ')[3] === String(process.pid)
        ? [readFileSync(`/proc/${id}/environ`, 'utf8')]
        : [];
    } catch {
      return [];
    }
  });
  delete process.env.SPACE_SENTINEL;
  await workers.stop();
  expect(children.length).toBeGreaterThan(0);
  expect(children.join()).not.toContain('a secret of the service');
});
