import { createClient } from '@space/client';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import type { Figure } from './figure.ts';
import type { Subject } from './subject.ts';
import { columns, fill } from './tables.ts';

const FRAMES = 300;
const JUMPS = 12;

/** Rows from the place of a drag within which a jump ends: the bar has fewer pixels than the table has rows. */
const NEAR_ROWS = 5_000;

/** Milliseconds that an element may take to appear on a busy machine. */
const TIMEOUT_MS = 120_000;

/**
 * Opens a table of `rows` rows and ten columns in the grid of the console, and measures its first screen, its scrolling, jumps to any row and
 * its memory. CPU times are those of the thread of the page, so that other work on the machine does not count.
 */
export async function measureConsoleGrid({ profile, client, space_id, api_key }: Subject, rows: number): Promise<readonly Figure[]> {
  const { base_url, console_url } = profile.connection;
  const { id: table_id } = await client.tables.create({ name: 'Engines', columns: [...columns] });
  await fill(`${base_url}/tables/${table_id}`, { authorization: `Bearer ${api_key}` }, client, table_id, rows);
  const browser = await chromium.launch({ executablePath: process.env.SPACE_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({ viewport: { width: 1_440, height: 1_080 } });
    context.setDefaultTimeout(TIMEOUT_MS);
    const [name = '', value = ''] = (await joinSpace(profile.connection, space_id)).split('=');
    await context.addCookies([{ name, value, url: console_url }]);
    const page = await context.newPage();
    let bytes = 0;
    page.on('response', (response) => {
      if (response.url().includes('/v1/')) void response.body().then((body) => (bytes += body.byteLength));
    });
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const began = performance.now();
    await page.goto(`${console_url}/spaces/${space_id}/tables/${table_id}`);
    await hasRow(page, 1);
    const firstRow = performance.now() - began;
    const firstBytes = bytes;
    const smooth = await cpuPerFrame(page, cdp, 32);
    const fast = await cpuPerFrame(page, cdp, 640);
    const [first, ...jumps] = await timeJumps(page, rows);
    await cdp.send('HeapProfiler.collectGarbage');
    const { JSHeapUsedSize = 0 } = await metrics(cdp);
    return [
      { name: 'first row', value: firstRow, unit: 'ms', goal: 1_500, bound: 'most' },
      { name: 'JSON of the first screen', value: firstBytes / 1_024, unit: 'KB', goal: 60, bound: 'most' },
      { name: 'smooth scroll, 32 px a frame, CPU', value: smooth, unit: 'ms/frame', goal: 10, bound: 'most' },
      { name: 'fast scroll, 640 px a frame, CPU', value: fast, unit: 'ms/frame', goal: 16.7, bound: 'most' },
      { name: 'first far jump, with the marks', value: first!, unit: 'ms', goal: 1_500, bound: 'most' },
      {
        name: 'jump to any row, median',
        value: jumps.toSorted((a, b) => a - b)[Math.floor(jumps.length / 2)]!,
        unit: 'ms',
        goal: 250,
        bound: 'most',
      },
      { name: 'heap after it', value: JSHeapUsedSize / 1_048_576, unit: 'MB', goal: 30, bound: 'most' },
    ];
  } finally {
    await browser.close();
  }
}

/** Invites a person to a Space, accepts for them and returns the cookie of their session. */
async function joinSpace({ base_url, console_url, operator_token }: Subject['profile']['connection'], space_id: string): Promise<string> {
  const { url } = await createClient({ base_url, api_key: operator_token }).members.invite({ space_id, role: 'owner' });
  const accepted = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(console_url).origin },
    body: new URLSearchParams({ name: 'Ada', email: `ada-${space_id}@example.com`, password: 'correct horse battery staple' }),
  });
  const [cookie] = accepted.headers.getSetCookie();
  if (!cookie) throw new Error(`The invitation answered ${accepted.status}.`);
  return cookie.split(';', 1)[0]!;
}

const hasRow = (page: Page, number: number): Promise<void> =>
  page
    .locator(`.grid-row[aria-rowindex="${number + 1}"] .grid-cell`)
    .first()
    .waitFor();

async function metrics(cdp: CDPSession): Promise<Record<string, number>> {
  const { metrics: all } = await cdp.send('Performance.getMetrics');
  return Object.fromEntries(all.map(({ name, value }) => [name, value]));
}

/** Scrolls by so many pixels in each frame, and returns the CPU time of the page's thread for a frame in milliseconds. */
async function cpuPerFrame(page: Page, cdp: CDPSession, pixels: number): Promise<number> {
  const { TaskDuration: before = 0 } = await metrics(cdp);
  await page.evaluate(`new Promise((done) => {
    const grid = document.querySelector('.grid');
    let frames = 0;
    const step = () => {
      grid.scrollTop += ${pixels};
      frames += 1;
      if (frames < ${FRAMES}) requestAnimationFrame(step);
      else done();
    };
    requestAnimationFrame(step);
  })`);
  const { TaskDuration: after = 0 } = await metrics(cdp);
  return ((after - before) * 1_000) / FRAMES;
}

/** Drags the bar to places spread over the table, and returns the milliseconds until the row of each is on the screen. */
async function timeJumps(page: Page, rows: number): Promise<number[]> {
  const times: number[] = [];
  for (let jump = 1; jump <= JUMPS; jump += 1) {
    const part = ((jump * 7) % (JUMPS + 1)) / (JUMPS + 1);
    const isNear = `Math.abs(Number(row.getAttribute('aria-rowindex')) - ${Math.floor(part * rows)}) < ${NEAR_ROWS}`;
    const took = await page.evaluate(`new Promise((done) => {
      const began = performance.now();
      const grid = document.querySelector('.grid');
      grid.scrollTop = Math.round((grid.scrollHeight - grid.clientHeight) * ${part});
      const look = () => {
        const rows = [...document.querySelectorAll('.grid-row')];
        if (rows.some((row) => row.querySelector('.grid-cell') && ${isNear})) done(performance.now() - began);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    })`);
    times.push(took as number);
  }
  return times;
}
