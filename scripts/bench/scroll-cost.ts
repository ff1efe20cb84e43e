import type { CDPSession, Page } from 'playwright-core';

/** Frames of one measurement. */
export const FRAMES = 150;

/** Returns the values that Chromium measures for a page. CPU times are those of its thread. */
export async function metrics(cdp: CDPSession): Promise<Record<string, number>> {
  const { metrics: all } = await cdp.send('Performance.getMetrics');
  return Object.fromEntries(all.map(({ name, value }) => [name, value]));
}

/** Scrolls an element by so many pixels in each frame, and returns the CPU time of the page's thread for a frame in milliseconds. */
export async function cpuPerFrame(page: Page, cdp: CDPSession, pixels: number): Promise<number> {
  const { TaskDuration: before = 0 } = await metrics(cdp);
  await page.evaluate(`new Promise((done) => {
    const grid = document.querySelector('.grid');
    let frames = 0;
    const step = () => {
      const end = grid.scrollHeight - grid.clientHeight;
      grid.scrollTop = grid.scrollTop + ${pixels} > end ? 0 : grid.scrollTop + ${pixels};
      frames += 1;
      if (frames < ${FRAMES}) requestAnimationFrame(step);
      else done();
    };
    requestAnimationFrame(step);
  })`);
  const { TaskDuration: after = 0 } = await metrics(cdp);
  return ((after - before) * 1_000) / FRAMES;
}

/** Rows of the page that is the floor. All are in the document, and it begins again after the last one. */
const STATIC_ROWS = 600;

/** Shows rows of ten cells that no script changes: the floor of a scroll, which has only the work of the browser. */
export async function showStaticRows(page: Page): Promise<void> {
  const cells = Array.from({ length: 10 }, (_, cell) => `<span style="left:${cell * 140}px">Cell ${cell} of an engine</span>`).join('');
  const rows = Array.from({ length: STATIC_ROWS }, (_, row) => `<p style="top:${row * 34}px">${cells}</p>`).join('');
  await page.setContent(`<!doctype html><style>
    .grid { height: 800px; overflow: auto; position: relative; contain: strict; font: 14px sans-serif }
    p { position: absolute; margin: 0; width: 1400px; height: 34px; border-bottom: 1px solid; contain: layout style }
    span { position: absolute; width: 140px; overflow: hidden; white-space: nowrap }
  </style><div class="grid">${rows}</div>`);
}
