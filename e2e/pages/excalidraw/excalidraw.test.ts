import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type BoardElement, elementTypes, type NewElement } from '@space/contracts/whiteboard-elements';
import { eventually } from '@space/runtime/testing';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { nodeModulesWith } from '../../../scripts/test/foreign-packages.ts';
import { newSpace } from '../../space.ts';
import { openBrowser, picture } from '../browser.ts';

// The editor is installed once, and a browser takes its time on a busy machine.
jest.setTimeout(300_000);

let browser: Browser;
let packages: string;
beforeAll(async () => {
  packages = await nodeModulesWith(join(import.meta.dirname, 'package-lock.json'));
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** The origin of the editor's page, which exists in the browser of this test only. */
const EDITOR = 'http://editor.example';

const PAGE = `<!doctype html><html><body style="margin:0"><div id="root" style="height:800px"></div>
<script>window.EXCALIDRAW_ASSET_PATH = '/@excalidraw/excalidraw/dist/'</script>
<script src="/react/umd/react.production.min.js"></script>
<script src="/react-dom/umd/react-dom.production.min.js"></script>
<script src="/@excalidraw/excalidraw/dist/excalidraw.production.min.js"></script></body></html>`;

/** Names the values that the scripts of the page give to those of a test. */
interface EditorWindow {
  React: { createElement(type: unknown, props: object): unknown };
  ReactDOM: { createRoot(at: unknown): { render(what: unknown): void } };
  ExcalidrawLib: {
    Excalidraw: unknown;
    serializeAsJSON(elements: unknown, state: unknown, files: unknown, type: 'local'): string;
  };
  document: { getElementById(id: string): unknown };
  editor?: { getSceneElements(): unknown; getAppState(): unknown; getFiles(): unknown };
}

/** Opens the editor with the content of a file. `complaints` collects errors of its scripts. */
async function openInEditor(content: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.route('**', async (route) => {
    const { pathname, origin } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: PAGE });
    const body = origin === EDITOR ? await readFile(join(packages, decodeURIComponent(pathname))).catch(() => null) : null;
    return body ? route.fulfill({ body, contentType: pathname.endsWith('.js') ? 'text/javascript; charset=utf-8' : '' }) : route.abort();
  });
  await page.goto(`${EDITOR}/`);
  // The parts of the editor load one after the other.
  await page.waitForFunction('window.ExcalidrawLib !== undefined');
  await page.evaluate((file) => {
    const { React, ReactDOM, ExcalidrawLib, document } = globalThis as unknown as EditorWindow;
    const props = {
      initialData: { ...JSON.parse(file), scrollToContent: true },
      excalidrawAPI: (editor: EditorWindow['editor']) => Object.assign(globalThis, { editor }),
    };
    ReactDOM.createRoot(document.getElementById('root')).render(React.createElement(ExcalidrawLib.Excalidraw, props));
  }, content);
  await page.waitForFunction(() => ((globalThis as unknown as EditorWindow).editor?.getSceneElements() as unknown[])?.length > 0);
  return { page, complaints };
}

/** Returns the file that the editor saves. */
const savedFile = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { ExcalidrawLib, editor } = globalThis as unknown as EditorWindow;
    return ExcalidrawLib.serializeAsJSON(editor!.getSceneElements(), editor!.getAppState(), editor!.getFiles(), 'local');
  });

/** Elements of each type. */
const elementsWith = (asset_id: string, table_id: string): NewElement[] => [
  { type: 'frame', ref: 'frame', text: 'Launch', x: 0, y: 0, width: 900, height: 420 },
  { type: 'sticky', ref: 'sticky', frame_ref: 'frame', text: 'Ask for less', x: 40, y: 60, width: 200, height: 200 },
  {
    type: 'rectangle',
    ref: 'rectangle',
    frame_ref: 'frame',
    text: 'Form',
    x: 340,
    y: 60,
    style: { fill_color: '#a5d8ff', fill: 'hachure' },
  },
  { type: 'ellipse', frame_ref: 'frame', text: 'Visitor', x: 640, y: 60, style: { stroke_style: 'dashed', roughness: 2 } },
  { type: 'diamond', x: 1_000, y: 60, rotation: 15, group_id: 'grp_1' },
  { type: 'text', text: 'What people say', x: 1_000, y: 300, style: { font_size: 28, align: 'center' } },
  {
    type: 'line',
    points: [
      [0, 0],
      [120, 40],
      [200, 0],
    ],
    x: 40,
    y: 500,
    end_cap: 'arrow',
  },
  {
    type: 'freehand',
    points: [
      [0, 0],
      [10, 12],
      [30, 4],
    ],
    x: 340,
    y: 500,
  },
  { type: 'image', asset_id, x: 640, y: 500, width: 200, height: 150 },
  { type: 'embed', address: `space:table/${table_id}`, text: 'Deals', x: 1_000, y: 500, link: 'https://example.com/' },
  { type: 'connector', from: { ref: 'sticky', side: 'right' }, to: { ref: 'rectangle', side: 'left' }, text: 'then' },
];

/**
 * Returns what comes back from another editor: ids, places in the order and seeds are new, and a text has the width of its font, so that a
 * centred one begins elsewhere.
 */
function comparable(elements: readonly BoardElement[]) {
  const names = new Map(elements.map(({ id }, at) => [id, `element ${at}`]));
  const known = JSON.parse(JSON.stringify(elements), (_key, value) => names.get(value) ?? value) as typeof elements;
  return known.map(({ index: _index, seed: _seed, ...element }) =>
    element.type === 'text' ? { ...element, x: 0, width: 0, height: 0 } : element,
  );
}

test('Excalidraw opens the file of a whiteboard, and the file that it saves brings the same elements back', async () => {
  const { client } = await newSpace();
  const png = PNG.sync.write(new PNG({ width: 40, height: 30 })).toString('base64');
  const { id: asset_id } = await client.assets.create({ name: 'logo.png', content_base64: png });
  // Its size is read after the upload; a picture without one is not drawn.
  await eventually(async () => expect(await client.assets.get({ id: asset_id })).toMatchObject({ width: 40, height: 30 }));
  const { id: table_id } = await client.tables.create({ name: 'Deals' });
  const { id } = await client.whiteboards.create({ title: 'Launch' });
  await client.whiteboard_elements.create({ id, elements: elementsWith(asset_id, table_id) });
  const { content } = await client.whiteboards.export({ id, format: 'excalidraw' });

  const { page, complaints } = await openInEditor(content);
  await page.locator('canvas').first().waitFor();
  await picture(page, 'excalidraw');
  const saved = await savedFile(page);
  expect(complaints).toEqual([]);
  const typesOf = (file: string) => (JSON.parse(file).elements as { type: string }[]).map(({ type }) => type);
  expect(typesOf(saved)).toEqual(typesOf(content));
  expect(Object.keys(JSON.parse(saved).files)).toEqual([asset_id]);
  await page.close();

  const { id: copy } = await client.whiteboards.create({ title: 'Copy' });
  expect(await client.whiteboards.import({ id: copy, format: 'excalidraw', content: JSON.parse(saved) })).toMatchObject({ warnings: [] });
  const elementsOf = async (board: string) => comparable((await client.whiteboard_elements.list({ id: board })).data);
  expect(new Set((await elementsOf(copy)).map(({ type }) => type))).toEqual(new Set(elementTypes));
  expect(await elementsOf(copy)).toEqual(await elementsOf(id));
});
