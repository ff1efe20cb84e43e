import type { Page, Request } from 'playwright-core';
import { profile } from '../profile.ts';

/** The bytes and nodes that a screen may need before it shows its content, and how far its parts may move while it loads. */
const MAX_JSON_BYTES = 25 * 1_024;
const MAX_NODES = 3_000;
const MAX_SHIFT = 0.05;

/** A read of the service. */
interface Read {
  readonly url: string;
  readonly bytes: Promise<number>;
}

/**
 * Watches how the screens of a tab load. The returned function is called when a screen shows its content, and returns what was wrong with
 * its load: too much read, the same read twice, too many nodes, or parts that moved.
 */
export async function watchLoading(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(`
    window.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  let reads: Read[] = [];
  /** The requests of the document that is shown: what the one before still reads is not counted. */
  let requests = new Set<Request>();
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) [requests, reads] = [new Set(), []];
    else requests.add(request);
  });
  page.on('response', (response) => {
    const isRead = response.request().method() === 'GET' && response.headers()['content-type']?.includes('json');
    if (!isRead || !requests.has(response.request()) || !response.url().startsWith(profile.console_url)) return;
    const bytes = response.body().then(
      ({ length }) => length,
      () => 0,
    );
    reads.push({ url: response.url(), bytes });
  });
  return async function loadingFaults() {
    const urls = reads.map(({ url }) => url);
    const sizes = await Promise.all(reads.map(({ bytes }) => bytes));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const [nodes, shift] = (await page.evaluate("[document.querySelectorAll('*').length, window.layoutShift]")) as [number, number];
    return [
      ...(bytes > MAX_JSON_BYTES ? [`reads ${bytes} bytes of JSON: ${urls.join(' ')}`] : []),
      ...urls.filter((url, index) => urls.indexOf(url) !== index).map((url) => `reads ${url} twice`),
      ...(nodes > MAX_NODES ? [`has ${nodes} nodes`] : []),
      ...(shift > MAX_SHIFT ? [`moves by ${shift.toFixed(3)} while it loads`] : []),
    ];
  };
}
