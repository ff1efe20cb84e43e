import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { noisyJpeg } from '../../services/media/test/fixtures/pictures.ts';
import { freePorts, startProgram } from '../profiles/program.ts';
import type { Figure } from './figure.ts';
import { load, median, percentile } from './load.ts';
import { residentMb } from './processes.ts';
import type { Subject } from './subject.ts';

/** Bytes of the large file. */
const LARGE = 60 * 1_000_000;
const TRANSFERS = 9;
const FIRST_BYTES = 40;
/** Pictures of about 1 MB that are uploaded one after the other. */
const UPLOADS = 30;
/** Pictures of twelve megapixels, each with one first variant. */
const PICTURES = 12;
const MEMORY_EVERY_MS = 20;

/** Measures files: a large one in both directions next to a floor that only streams, uploads of pictures, and their variants. */
export async function measureAssets(subject: Subject, seconds: number, folder: string): Promise<Figure[]> {
  const large = await measureLarge(subject, folder);
  return [...large, await measureUploads(subject), ...(await measureVariants(subject, seconds))];
}

/** Measures a file of 60 MB. The floor and the asset take turns, so that other work on the machine delays both alike. */
async function measureLarge(subject: Subject, folder: string): Promise<Figure[]> {
  const [port] = await freePorts(1);
  const floorUrl = `http://127.0.0.1:${port}`;
  const floor = await startProgram({
    name: 'assets-floor',
    file: 'scripts/bench/assets-floor.ts',
    args: [String(port), join(folder, `floor-${subject.profile.name}.bin`)],
    logFile: join(folder, 'assets-floor.log'),
    env: {},
    ready: async () => (await fetch(`${floorUrl}/readyz`)).ok,
  });
  try {
    return await compareLarge(subject, `${floorUrl}/file`);
  } finally {
    await floor.stop();
  }
}

async function compareLarge({ client, profile, api_key }: Subject, floorUrl: string): Promise<Figure[]> {
  const server = profile.programs.find(({ name }) => name === 'standalone' || name.startsWith('gateway'))!;
  const [puts, floorPuts, gets, floorGets, firsts]: [number[], number[], number[], number[], number[]] = [[], [], [], [], []];
  const headers = { authorization: `Bearer ${api_key}` };
  let grown = 0;
  for (let round = 0; round < TRANSFERS; round += 1) {
    const body = randomBytes(LARGE);
    floorPuts.push(await millisecondsOf(() => put(floorUrl, body)));
    const { id, upload_url } = await client.asset_uploads.create({ name: `large-${round}.bin`, size: LARGE });
    const memory = watchMemory(server.pid);
    puts.push(await millisecondsOf(() => put(upload_url, body)));
    // The first transfer fills buffers that stay.
    if (round > 0) grown = Math.max(grown, memory.end());
    else memory.end();
    const asset_id = await readyAsset(client, id);
    const url = `${profile.connection.base_url}/assets/${asset_id}/content`;
    floorGets.push(await millisecondsOf(() => readAll(floorUrl)));
    gets.push(await millisecondsOf(() => readAll(url, headers)));
    if (round === TRANSFERS - 1)
      for (let at = 0; at < FIRST_BYTES; at += 1) firsts.push(await millisecondsOf(() => readFirst(url, headers)));
  }
  const transfer = { unit: 'ms', bound: 'most' } as const;
  return [
    { ...transfer, name: '60 MB by PUT, hashed and on disk', floor: median(floorPuts), goal: 1.3, value: median(puts) },
    { ...transfer, name: 'memory that it takes', unit: 'MB', goal: 64, value: grown },
    { ...transfer, name: '60 MB by GET', floor: median(floorGets), goal: 1.2, value: median(gets) },
    { ...transfer, name: 'its first byte, p95', goal: 20, value: percentile(firsts, 0.95) },
  ];
}

/** Measures from the first byte of a picture until its upload is an asset. */
async function measureUploads({ client }: Subject): Promise<Figure> {
  const picture = await noisyJpeg(1_600, 1_200);
  const times: number[] = [];
  for (let round = 0; round < UPLOADS; round += 1) {
    const bytes = ownCopy(picture);
    const { id, upload_url } = await client.asset_uploads.create({ name: 'photo.jpg', size: bytes.length });
    times.push(
      await millisecondsOf(async () => {
        await put(upload_url, bytes);
        await readyAsset(client, id);
      }),
    );
  }
  return {
    name: 'upload of a picture of 1 MB until it is an asset, p95',
    unit: 'ms',
    goal: 300,
    value: percentile(times, 0.95),
    bound: 'most',
  };
}

/** Measures the first and the later requests of a variant, those next to a page of the same size. */
async function measureVariants({ client, profile }: Subject, seconds: number): Promise<Figure[]> {
  const picture = await noisyJpeg(4_000, 3_000);
  const firsts: number[] = [];
  let address = '';
  for (let round = 0; round < PICTURES; round += 1) {
    const bytes = ownCopy(picture);
    const upload = await client.asset_uploads.create({ name: 'photo.jpg', size: bytes.length });
    await put(upload.upload_url, bytes);
    const id = await readyAsset(client, upload.id);
    while ((await client.assets.get({ id })).width === null) await delay(MEMORY_EVERY_MS);
    const { url } = await client.assets.publish({ id });
    address = `${profile.connection.public_url}${new URL(url!).pathname}?w=640&f=webp`;
    firsts.push(await millisecondsOf(() => readAll(address)));
  }
  const size = (await (await fetch(address)).arrayBuffer()).byteLength;
  const site = await client.sites.create({ title: 'Pictures' });
  const layout_html = `<!doctype html><html lang="en"><head><title>Page</title></head><body><p>${'a'.repeat(size)}</p></body></html>`;
  const page = await client.pages.create({ title: 'Page', layout_html, site_id: site.id });
  const published = await client.pages.publish({ id: page.id });
  const pageUrl = `${profile.connection.public_url}${new URL(published.url!).pathname}`;
  for (const url of [pageUrl, address]) await load({ url }, 2);
  const ofPage = await load({ url: pageUrl }, seconds);
  const ofVariant = await load({ url: address }, seconds);
  return [
    { name: 'a variant of a picture of 12 megapixels, first, p95', unit: 'ms', goal: 600, value: percentile(firsts, 0.95), bound: 'most' },
    {
      name: 'the same again per second, to a page of its size from cache',
      unit: '/s',
      floor: ofPage.per_second,
      goal: 0.6,
      value: ofVariant.per_second,
      bound: 'least',
    },
  ];
}

/** Returns a copy of a file whose bytes no other asset has: equal files are stored once. */
const ownCopy = (bytes: Buffer): Buffer => Buffer.concat([bytes, randomBytes(16)]);

async function millisecondsOf(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

async function put(url: string, body: Buffer): Promise<void> {
  const answer = await fetch(url, { method: 'PUT', body });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`The PUT of ${body.length} bytes returned ${answer.status}.`);
}

/** Reads the bytes of an answer and drops them. */
async function readAll(url: string, headers: Record<string, string> = {}): Promise<void> {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`The GET of ${url} returned ${answer.status}.`);
  for await (const _ of answer.body!);
}

async function readFirst(url: string, headers: Record<string, string>): Promise<void> {
  const reader = (await fetch(url, { headers })).body!.getReader();
  await reader.read();
  await reader.cancel();
}

/** Waits until an upload is an asset and returns its id. */
async function readyAsset(client: Subject['client'], id: string): Promise<string> {
  for (;;) {
    const { status, asset_id, reason } = await client.asset_uploads.get({ id });
    if (status === 'ready') return asset_id!;
    if (status === 'rejected') throw new Error(`The upload was rejected: ${reason}.`);
    await delay(2);
  }
}

/** Watches the memory of a process; `end` returns by how many MB it grew at most. */
function watchMemory(pid: number): { end(): number } {
  const before = residentMb(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(pid));
  }, MEMORY_EVERY_MS);
  return {
    end() {
      clearInterval(timer);
      return Math.max(most, residentMb(pid)) - before;
    },
  };
}
