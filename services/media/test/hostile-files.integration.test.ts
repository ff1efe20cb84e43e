import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
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

/** Drawings that are programs or ask for other files. No one reads them as pictures. */
const drawings: Readonly<Record<string, string>> = {
  'script.svg': svg,
  'entity.svg': '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&a;</text></svg>',
  'entities.svg': `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${[...'bcdefghi'].map((name, at) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(10)}">`).join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&i;</text></svg>`,
  'handler.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  'frame.svg':
    '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/></foreignObject></svg>',
  'use.svg': '<svg xmlns="http://www.w3.org/2000/svg"><use href="https://example.com/a.svg#b"/></svg>',
};

/** Returns bytes that begin as a picture and are not a whole one. */
async function brokenPictures(): Promise<Record<string, Buffer>> {
  const whole = await Promise.all(
    (['jpeg', 'png', 'webp', 'gif', 'avif'] as const).map(async (format) => {
      const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
      const picture = sharp({ create: { width: 200, height: 200, channels: 3, background: 'red', noise } });
      return [format, await picture.toFormat(format).toBuffer()] as const;
    }),
  );
  const broken = whole.flatMap(([format, bytes]): [string, Buffer][] => [
    [`tenth.${format}`, bytes.subarray(0, bytes.length / 10)],
    [`third.${format}`, bytes.subarray(0, bytes.length / 3)],
    [`half.${format}`, bytes.subarray(0, bytes.length / 2)],
    [`header.${format}`, bytes.subarray(0, 40)],
    [`noise.${format}`, Buffer.concat([bytes.subarray(0, 33), randomBytes(5_000)])],
    [`ones.${format}`, Buffer.concat([bytes.subarray(0, bytes.length / 4), Buffer.alloc(5_000, 0xff)])],
  ]);
  const png = await sharp({ create: { width: 100, height: 100, channels: 4, background: 'red' } })
    .png()
    .toBuffer();
  const withSize = (width: number, height: number) => {
    const lying = Buffer.from(png);
    lying.writeUInt32BE(width, 16);
    lying.writeUInt32BE(height, 20);
    return lying;
  };
  return {
    ...Object.fromEntries(broken),
    'lying.png': withSize(7_000, 7_000),
    'wide.png': withSize(49_000, 1_000),
    'no-size.png': withSize(0, 0),
    'text-bomb.png': Buffer.concat([png.subarray(0, 33), textChunk(deflateSync(Buffer.alloc(40_000_000)))]),
    'script.gif': Buffer.from(`GIF89a\u0001\u0000\u0001\u0000/*${svg}*/=1`),
    'script.jpg': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('*/=alert(1)/*')]),
    'page.webp': Buffer.from(`RIFF\u0010\u0000\u0000\u0000WEBPVP8 <html><script>alert(1)</script>`, 'latin1'),
    'empty.webp': Buffer.from('RIFF\u0010\u0000\u0000\u0000WEBPVP8 \u0000\u0000\u0000\u0000', 'latin1'),
    'box.avif': Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypavif\0\0\0\0avifmif1'), randomBytes(500)]),
  };
}

/** Returns a part of a PNG with a compressed text. Its checksum is wrong, as those of hostile files are. */
function textChunk(compressed: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from('Comment\0\0'), compressed]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from('zTXt'), data, Buffer.alloc(4)]);
}

/** Returns whole pictures with something hidden in them. They are pictures, and their variants have nothing of it. */
async function pictureAndProgram(): Promise<Record<string, Buffer>> {
  const jpeg = await jpegWithPlace(200, 200);
  const gif = await sharp({ create: { width: 50, height: 50, channels: 3, background: 'red' } })
    .gif()
    .toBuffer();
  const html = Buffer.from('<html><script>alert(1)</script></html>');
  return {
    'page-after.jpg': Buffer.concat([jpeg, html]),
    'page-after.gif': Buffer.concat([gif, html]),
    'zip-after.jpg': Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004'), randomBytes(200)]),
  };
}

test('50 hostile files: broken pictures fail, an SVG is no picture, and the next picture is read all the same', async () => {
  const space = media.newSpace();
  const [broken, hiding] = [await brokenPictures(), await pictureAndProgram()];
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0heicmif1'), randomBytes(500)]);
  const unread = { ...Object.fromEntries(Object.entries(drawings).map(([name, text]) => [name, Buffer.from(text)])), 'box.heic': heic };
  const all = { ...broken, ...hiding, ...unread };
  expect(Object.keys(all).length).toBeGreaterThanOrEqual(49);
  const refused: string[] = [];
  for (const [name, bytes] of Object.entries(all))
    await space.create(name, bytes).catch((error: { code?: string }) => {
      expect({ name, code: error.code }).toEqual({ name, code: 'invalid' });
      refused.push(name);
    });
  const good = await space.create('good.jpg', await jpegWithPlace());
  const named = (files: object, status: string) =>
    Object.fromEntries(
      Object.keys(files)
        .filter((name) => !refused.includes(name))
        .map((name) => [name, status]),
    );
  await eventually(async () => {
    const { data } = await space.call(assets, 'list', { limit: 100 });
    const statusOf = Object.fromEntries(data.map(({ name, processing }) => [name, processing.dimensions]));
    expect(statusOf).toEqual({
      ...named(broken, 'failed'),
      ...named(hiding, 'done'),
      ...named(unread, 'unsupported'),
      'good.jpg': 'done',
    });
  });
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
