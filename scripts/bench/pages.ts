import { setTimeout as delay } from 'node:timers/promises';
import type { Figure } from './figure.ts';
import { type Load, load, percentile } from './load.ts';
import type { Subject } from './subject.ts';

const PARAGRAPH = '<p class="text">The engine weaves algebraic patterns just as the loom weaves flowers and leaves.</p>\n';
const documentOf = (bytes: number): string =>
  `<!doctype html>\n<html lang="en">\n<head><title>Engines</title></head>\n<body>\n${PARAGRAPH.repeat(Math.ceil(bytes / PARAGRAPH.length))}</body>\n</html>\n`;

/** Publishes pages over the API and opens them as visitors do; the express process at `floorUrl` sends the same bytes. */
export async function measurePages({ client, profile, api_key }: Subject, floorUrl: string, seconds: number): Promise<Figure[]> {
  const { base_url, public_url, metrics_urls } = profile.connection;
  const figures: Figure[] = [];
  const site = await client.sites.create({ title: 'Engines' });
  const publish = async (title: string, layout_html: string) => {
    const { id } = await client.pages.create({ title, layout_html, site_id: site.id });
    const { url } = await client.pages.publish({ id });
    return { id, url: `${public_url}${new URL(url!).pathname}` };
  };
  const rated = (name: string, goal: number, measured: Load, floor: Load): void =>
    void figures.push({ name, unit: '× floor', goal, value: measured.per_second / floor.per_second, bound: 'least' });

  await publish('Home', documentOf(1_000));
  const page = await publish('Page', documentOf(20_000));
  const shown = await fetch(page.url);
  await fetch(`${floorUrl}/page`, { method: 'PUT', body: await shown.arrayBuffer() });
  await load({ url: page.url }, 3);
  const floor = await load({ url: `${floorUrl}/page` }, seconds);
  rated('a published page of 20 kB from cache, 16 clients', 0.8, await load({ url: page.url }, seconds), floor);
  const fresh = await load({ url: page.url, headers: { 'if-none-match': shown.headers.get('etag')! } }, seconds);
  // A 304 is no 2xx for who counts.
  figures.push({
    name: 'the same for who has it already (304)',
    unit: '× floor',
    goal: 1,
    value: fresh.per_second / floor.per_second,
    bound: 'least',
  });

  const uncached: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    await client.pages.update({ id: page.id, nav_label: `Page ${round}` });
    await delay(5);
    const start = performance.now();
    await (await fetch(page.url)).arrayBuffer();
    uncached.push(performance.now() - start);
  }
  figures.push({ name: 'a page that just changed, p95', unit: 'ms', goal: 15, value: percentile(uncached, 0.95), bound: 'most' });

  const large = await publish('Large', documentOf(4_900_000));
  await eventLoopDelay(metrics_urls);
  const background = load({ url: large.url }, seconds, 2);
  await client.pages.update({ id: large.id, nav_label: 'Large page' });
  await background;
  figures.push({
    name: 'event-loop delay under a page of 5 MB, p99',
    unit: 'ms',
    goal: 50,
    value: await eventLoopDelay(metrics_urls),
    bound: 'most',
  });

  const links = Array.from({ length: 50 }, (_, n) => `<a href="/f/frm_${n}">Form ${n}</a>`).join('\n');
  const check = {
    method: 'PATCH',
    headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ layout_html: documentOf(5_000) + links }),
  };
  const checks: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    const start = performance.now();
    // Refused, since nobody has these forms; what is measured is how soon that is known.
    await (await fetch(`${base_url}/pages/${page.id}`, check)).text();
    checks.push(performance.now() - start);
  }
  figures.push({
    name: 'embed check of a page with 50 references, p95',
    unit: 'ms',
    goal: 20,
    value: percentile(checks, 0.95),
    bound: 'most',
  });
  return figures;
}

/** The longest that 99 of 100 turns of an event loop took since this was last asked, of any process, in milliseconds. */
async function eventLoopDelay(urls: readonly string[]): Promise<number> {
  const delays = await Promise.all(
    urls.map(async (url) => Number(/^nodejs_eventloop_lag_p99_seconds(?:\{.*\})? (\S+)$/m.exec(await (await fetch(url)).text())?.[1] ?? 0)),
  );
  return Math.max(...delays) * 1_000;
}
