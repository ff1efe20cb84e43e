import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { type LiveGateways, newLiveSpace, type Send, startLiveGateways } from './fixtures/live-gateways.ts';

let gateways: LiveGateways;
beforeAll(async () => {
  gateways = await startLiveGateways();
});
afterAll(() => gateways.stop());

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
let published = 0;

/** Returns what visitors get of some paths at both gateways. */
const statuses = (paths: readonly string[]): Promise<number[]> =>
  Promise.all(
    [gateways.first, gateways.second].flatMap(({ publicUrl }) =>
      paths.map(async (path) => {
        const response = await fetch(`${publicUrl}${path}`, { redirect: 'manual' });
        await response.arrayBuffer();
        return response.status;
      }),
    ),
  );

/** Publishes a document with a picture; returns it with the paths of its page and of the picture, which both gateways have shown. */
async function newPublished() {
  const space = await newLiveSpace(gateways.first.url);
  const { send } = await space.newKey(['documents:read', 'documents:write', 'documents:run', 'assets:read', 'assets:write']);
  const { body: asset } = await send('POST', '/assets', { name: 'logo.svg', content_base64: Buffer.from(SVG).toString('base64') });
  const markdown = `We launch in May.\n\n![Logo](space:asset/${asset.id})`;
  const { body: document } = await send('POST', '/documents', { title: 'Plan', markdown });
  published += 1;
  const slug = `plan-${published}`;
  expect((await send('POST', `/documents/${document.id}/publish`, { slug })).status).toBe(200);
  const page = await (await fetch(`${gateways.first.publicUrl}/doc/${slug}`)).text();
  const picture = new URL(/src="([^"]*\/a\/[^"]+)"/.exec(page)![1]!.replaceAll('&amp;', '&'), 'http://localhost');
  const paths = [`/doc/${slug}`, `${picture.pathname}${picture.search}`];
  // The second time they come from the caches.
  for (const _ of [1, 2]) expect(await statuses(paths)).toEqual([200, 200, 200, 200]);
  return { send, paths, id: document.id as string };
}

const ends: readonly [how: string, status: number, call: (send: Send, id: string) => ReturnType<Send>][] = [
  ['taken down', 404, (send, id) => send('POST', `/documents/${id}/publish`, { publish: false })],
  ['moved to the trash', 404, (send, id) => send('DELETE', `/documents/${id}`)],
  ['deleted for good', 410, (send, id) => send('DELETE', `/documents/${id}?permanent=true`)],
];

test.each(ends)('the page and the picture of a document that was %s end at both gateways', async (_how, status, call) => {
  const { send, paths, id } = await newPublished();
  expect((await call(send, id)).status).toBe(200);
  await eventually(async () => expect(await statuses(paths)).toEqual([status, 404, status, 404]));
});
