import { createClient } from '@space/client';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import type { Figure } from './figure.ts';
import { measureGridJumps } from './grid-jumps.ts';
import { median } from './load.ts';
import { cpuPerFrame, FRAMES, metrics, showStaticRows } from './scroll-cost.ts';
import type { Subject } from './subject.ts';
import { columns, fill } from './tables.ts';

/** Pixels of a smooth scroll and of a fast one in a frame, and the height of a row. */
const [SMOOTH, FAST, ROW_HEIGHT] = [32, 640, 34];

/** Rows of one step of a scroll that is shorter than two screens, so that rows move by the same pixels as the bar. */
const STEP = 40;

const JUMPS = 12;

/** Rows from the place of a drag within which a jump ends: the bar has fewer pixels than the table has rows. */
const NEAR_ROWS = 5_000;

/** Milliseconds that an element may take to appear on a busy machine. */
const TIMEOUT_MS = 60_000;

interface GridOptions {
  readonly rows: number;
  readonly floor_url: string;
  readonly say: (line: string) => void;
}

/**
 * Measures the grid of the console over a table of `rows` rows and ten columns: jumps to any row at the server, and in Chromium its first
 * screen, its scrolling, drags of its bar and its memory. CPU times are those of the thread of the page, so that other work on the
 * machine does not count. Their floor scrolls rows that no script changes.
 */
export async function measureConsoleGrid(subject: Subject, { rows, floor_url, say }: GridOptions): Promise<readonly Figure[]> {
  const { profile, client, space_id, api_key } = subject;
  const { base_url, console_url, database_url } = profile.connection;
  const { id: table_id } = await client.tables.create({ name: 'Engines', columns: [...columns] });
  const began = performance.now();
  await fill(`${base_url}/tables/${table_id}`, { authorization: `Bearer ${api_key}` }, client, table_id, rows);
  say(`${rows.toLocaleString('en')} rows are created in ${seconds(began)} s. Jumps at the server …`);
  const jumps = await measureGridJumps({ client, table_id, rows, database_url: database_url!, floor_url });
  say(`The grid in Chromium, after ${seconds(began)} s …`);
  const browser = await chromium.launch({
    executablePath: process.env.SPACE_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const floors = await measureFloors(browser);
    const cookie = await joinSpace(profile.connection, space_id);
    const figures = await measureBrowser(browser, { console_url, cookie, path: `/spaces/${space_id}/tables/${table_id}`, rows, floors });
    say(`The grid is measured after ${seconds(began)} s.`);
    return [...figures, ...jumps];
  } finally {
    await browser.close();
  }
}

const seconds = (began: number): string => ((performance.now() - began) / 1_000).toFixed(0);

/** Opens a page of a new window whose metrics are of its thread. */
async function openPage(browser: Browser): Promise<readonly [Page, CDPSession]> {
  const context = await browser.newContext({ viewport: { width: 1_440, height: 1_080 } });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return [page, cdp];
}

interface Floors {
  readonly smooth: number;
  readonly fast: number;
}

async function measureFloors(browser: Browser): Promise<Floors> {
  const [page, cdp] = await openPage(browser);
  await showStaticRows(page);
  const floors = { smooth: await cpuPerFrame(page, cdp, SMOOTH), fast: await cpuPerFrame(page, cdp, FAST) };
  await page.context().close();
  return floors;
}

interface OpenedGrid {
  readonly console_url: string;
  readonly cookie: string;
  readonly path: string;
  readonly rows: number;
  readonly floors: Floors;
}

async function measureBrowser(browser: Browser, { console_url, cookie, path, rows, floors }: OpenedGrid): Promise<readonly Figure[]> {
  const [page, cdp] = await openPage(browser);
  const [name = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name, value, url: console_url }]);
  let bytes = 0;
  page.on('response', (response) => {
    if (response.url().includes('/v1/'))
      void response.body().then(
        (body) => (bytes += body.byteLength),
        () => undefined,
      );
  });
  const began = performance.now();
  await page.goto(console_url + path);
  await hasRow(page, 1);
  const firstRow = performance.now() - began;
  const firstBytes = bytes;
  const smooth = await cpuPerFrame(page, cdp, SMOOTH);
  await readRows(page, Math.ceil((FRAMES * FAST) / ROW_HEIGHT));
  const fast = await cpuPerFrame(page, cdp, FAST);
  const [first, ...drags] = await timeDrags(page, rows);
  await cdp.send('HeapProfiler.collectGarbage');
  const { JSHeapUsedSize = 0 } = await metrics(cdp);
  const frame = { unit: 'ms/frame', is_goal_of_value: true, bound: 'most' } as const;
  const most = { unit: 'ms', bound: 'most' } as const;
  return [
    { ...most, name: 'first row', value: firstRow, goal: 1_500 },
    { name: 'JSON of the first screen', value: firstBytes / 1_024, unit: 'KB', goal: 60, bound: 'most' },
    { ...frame, name: `smooth scroll, ${SMOOTH} px a frame, CPU`, value: smooth, floor: floors.smooth, goal: 10 },
    { ...frame, name: `fast scroll, ${FAST} px a frame, CPU`, value: fast, floor: floors.fast, goal: 16.7 },
    { ...most, name: 'first far drag of the bar, with the marks', value: first!, goal: 1_500 },
    { ...most, name: 'drag of the bar to any row, median', value: median(drags), goal: 250 },
    { name: 'heap after it', value: JSHeapUsedSize / 1_048_576, unit: 'MB', goal: 30, bound: 'most' },
  ];
}

/** Shows the rows up to a number one after the other, so that a scroll over them has cells to draw, and returns to the first one. */
async function readRows(page: Page, count: number): Promise<void> {
  await showTop(page);
  for (let row = STEP; row <= count; row += STEP) {
    await page.evaluate(`document.querySelector('.grid').scrollTop += ${STEP * ROW_HEIGHT}`);
    await hasRow(page, row + 3);
  }
  await showTop(page);
}

async function showTop(page: Page): Promise<void> {
  await page.evaluate("document.querySelector('.grid').scrollTop = 0");
  await hasRow(page, 1);
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

/** Drags the bar to places spread over the table, and returns the milliseconds until the row of each is on the screen. */
async function timeDrags(page: Page, rows: number): Promise<number[]> {
  const times: number[] = [];
  for (let jump = 1; jump <= JUMPS; jump += 1) {
    const part = ((jump * 7) % (JUMPS + 1)) / (JUMPS + 1);
    const isNear = `Math.abs(Number(row.getAttribute('aria-rowindex')) - ${Math.floor(part * rows)}) < ${NEAR_ROWS}`;
    const took = await page.evaluate(`new Promise((done, fail) => {
      const began = performance.now();
      const grid = document.querySelector('.grid');
      grid.scrollTop = Math.round((grid.scrollHeight - grid.clientHeight) * ${part});
      const look = () => {
        const rows = [...document.querySelectorAll('.grid-row')];
        if (rows.some((row) => row.querySelector('.grid-cell') && ${isNear})) done(performance.now() - began);
        else if (performance.now() - began > ${TIMEOUT_MS}) fail(new Error('The rows of a drag did not come.'));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    })`);
    times.push(took as number);
  }
  return times;
}
