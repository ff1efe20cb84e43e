import { setTimeout as delay } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import { type Load, load, percentile } from './load.ts';
import type { Subject } from './subject.ts';

const PARAGRAPH = '<p class="text">The engine weaves algebraic patterns just as the loom weaves flowers and leaves.</p>\n';
const documentOf = (bytes: number): string =>
  `<!doctype html>\n<html lang="en">\n<head><title>Engines</title></head>\n<body>\n${PARAGRAPH.repeat(Math.ceil(bytes / PARAGRAPH.length))}</body>\n</html>\n`;

/** Measures published pages as visitors load them; the express process at `floorUrl` sends the same bytes. */
export async function measurePages({ client, profile, api_key }: Subject, floorUrl: string, seconds: number): Promise<Figure[]> {
  const { base_url, public_url, metrics_urls } = profile.connection;
  const figures: Figure[] = [];
  const site = await client.sites.create({ title: 'Engines' });
  const publish = async (title: string, layout_html: string) => {
    const { id } = await client.pages.create({ title, layout_html, site_id: site.id });
    const { url } = await client.pages.publish({ id });
    return { id, url: `${public_url}${new URL(url!).pathname}` };
  };
  const rated = (name: string, goal: number, measured: Load, base: Load, unit: string): void =>
    void figures.push({ name, unit, goal, value: measured.per_second / base.per_second, bound: 'least' });
  const atMost = (name: string, goal: number, value: number): void => void figures.push({ name, unit: 'ms', goal, value, bound: 'most' });

  await publish('Home', documentOf(1_000));
  const page = await publish('Page', documentOf(20_000));
  const shown = await fetch(page.url);
  await fetch(`${floorUrl}/page`, { method: 'PUT', body: await shown.arrayBuffer() });
  await load({ url: page.url }, 3);
  const floor = await load({ url: `${floorUrl}/page` }, seconds);
  const cached = await load({ url: page.url }, seconds);
  rated('a published page of 20 kB from cache, 16 clients', 0.85, cached, floor, '× floor');
  const headers = { 'if-none-match': shown.headers.get('etag')! };
  const { status } = await fetch(page.url, { headers });
  if (status !== 304) throw new Error(`A conditional request returned ${status} instead of 304.`);
  rated('the same for who has it already (304)', 1, await load({ url: page.url, headers }, seconds), cached, '× its 200');

  const uncached: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    await client.pages.update({ id: page.id, nav_label: `Page ${round}` });
    await delay(5);
    const start = performance.now();
    await (await fetch(page.url)).arrayBuffer();
    uncached.push(performance.now() - start);
  }
  atMost('a page that just changed, p95', 15, percentile(uncached, 0.95));

  const large = await publish('Large', documentOf(4_900_000));
  const asKey = { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' };
  // The response is not parsed: the event loop of this process measures the small page meanwhile.
  const bodies = [4_850_000, 4_800_000].map((bytes) => Buffer.from(JSON.stringify({ layout_html: documentOf(bytes) })));
  const send = async (method: string, path: string, body: Buffer | string): Promise<void> => {
    const answer = await fetch(`${base_url}/pages/${large.id}${path}`, { method, headers: asKey, body });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${method} of the large page returned ${answer.status}.`);
  };
  const alone = await load({ url: page.url }, seconds, 4);
  // Reads the metric once before, to reset it.
  await eventLoopDelays(metrics_urls);
  const end = performance.now() + seconds * 1_000;
  let changes = 0;
  const change = async (): Promise<void> => {
    for (; performance.now() < end; changes += 1) {
      await send('PATCH', '', bodies[changes % bodies.length]!);
      await send('POST', '/publish', '{}');
      await (await fetch(large.url)).arrayBuffer();
    }
  };
  const [small] = await Promise.all([load({ url: page.url }, seconds, 4), load({ url: large.url }, seconds, 1), change()]);
  const { p99, max } = await eventLoopDelays(metrics_urls);
  atMost('event-loop delay, page of 5 MB in change, p99', 50, p99);
  atMost('the same, at most', 50, max);
  atMost('a page of 20 kB during that change, 4 clients, p99', 50, small.p99_ms);
  atMost('the same page alone, p99', 50, alone.p99_ms);

  const links = Array.from({ length: 50 }, (_, n) => `<a href="/f/frm_${n}">Form ${n}</a>`).join('\n');
  const check = {
    method: 'PATCH',
    headers: asKey,
    body: JSON.stringify({ layout_html: documentOf(5_000) + links }),
  };
  const checks: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    const start = performance.now();
    // These forms do not exist: the measured time is that of the check.
    await (await fetch(`${base_url}/pages/${page.id}`, check)).text();
    checks.push(performance.now() - start);
  }
  atMost('embed check of a page with 50 references, p95', 20, percentile(checks, 0.95));
  return figures;
}

/** Returns the event-loop delay in milliseconds since the previous call, of the process with the longest one. */
async function eventLoopDelays(urls: readonly string[]): Promise<{ readonly p99: number; readonly max: number }> {
  const texts = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
  const longest = (name: string): number =>
    Math.max(
      ...texts.map((text) => {
        const value = new RegExp(`^nodejs_eventloop_lag_${name}_seconds(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1];
        if (value === undefined) throw new Error(`A process does not export nodejs_eventloop_lag_${name}_seconds.`);
        return Number(value) * 1_000;
      }),
    );
  return { p99: longest('p99'), max: longest('max') };
}
