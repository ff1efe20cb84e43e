import { expect, test } from '@jest/globals';
import type { PageAnswer } from '@space/contracts/core';
import { documents } from '@space/contracts/documents';
import { contentDirectory } from '@space/contracts/uploads';
import { whiteboardElements, whiteboardPages, whiteboardShareLinks, whiteboards } from '@space/contracts/whiteboards';
import { callAs, eventually } from '@space/runtime/testing';
import { base64, type LibrarySpace, useLibraryService } from './fixtures/library-service.ts';
import { newElement, newWhiteboard } from './fixtures/whiteboards.ts';

const service = useLibraryService({ SPACE_PUBLIC_URL: 'https://pages.example.com' });
const VISITOR = { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } } as const;
const visitor = { visitor: '203.0.113.7' };

const open = (token: string, more: object = {}): Promise<PageAnswer> =>
  callAs(service.ports, VISITOR)(whiteboardPages, 'open', { token, path: `/w/${token}`, ...visitor, ...more } as never);
const unlock = (token: string, password: string): Promise<PageAnswer> =>
  callAs(service.ports, VISITOR)(whiteboardPages, 'unlock', { token, path: `/w/${token}`, ...visitor, form: { password } } as never);
const readAsset = (token: string, asset_id: string, cookie: string | null = null) =>
  callAs(service.ports, VISITOR)(contentDirectory, 'find_shared', { token, asset_id, cookie });
const tokenOf = ({ url }: { readonly url: string }): string => url.split('/w/')[1]!;

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

async function sharedBoard(space: LibrarySpace, more: object = {}) {
  const asset = await space.newAsset('logo.svg', SVG);
  const { id } = await newWhiteboard(space, { title: 'Sign-up <flow>' });
  const element_id = await newElement(space, id, { type: 'sticky', text: 'Ask for the <address>' });
  await newElement(space, id, { type: 'image', x: 400, asset_id: asset.id, text: 'Logo' });
  const link = await space.call(whiteboardShareLinks, 'create', { id, ...more } as never);
  return { id, asset, element_id, link, token: tokenOf(link) };
}

test('a link shows the present elements and their pictures without a script, until it is revoked', async () => {
  const space = service.newSpace();
  const { id, asset, element_id, link, token } = await sharedBoard(space, { name: 'Partners' });
  expect(link).toMatchObject({ name: 'Partners', has_password: false, opened_count: 0, url: `https://pages.example.com/w/${token}` });
  expect(await space.call(whiteboardShareLinks, 'get', { id, link_id: link.id })).toEqual(link);
  const page = await open(token);
  expect(page).toMatchObject({
    status: 200,
    headers: { 'X-Robots-Tag': 'noindex, nofollow', 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' },
  });
  expect(page.headers['Content-Security-Policy']).toContain("default-src 'none'");
  expect(page.body.match(/<h1[^>]*>[^<]*<\/h1>/g)).toEqual(['<h1>Sign-up &lt;flow&gt;</h1>']);
  expect(page.body).toContain('<title>Sign-up &lt;flow&gt;</title>');
  expect(page.body).toContain('aria-label="Sign-up &lt;flow&gt;"');
  expect(page.body).toContain('<pre class="texts">Ask for the &lt;address&gt;');
  expect(page.body).toContain(`href="/w/${token}/a/${asset.id}/logo.svg"`);
  expect(page.body).not.toMatch(/<script|style="/);
  for (const [, size] of page.body.matchAll(/<a href="#(size-[a-z0-9]+)"/g)) expect(page.body).toContain(`id="${size}"`);
  expect(await readAsset(token, asset.id)).toMatchObject({ asset_id: asset.id, name: 'logo.svg' });
  const other = await space.newAsset('other.txt');
  await expect(readAsset(token, other.id)).rejects.toMatchObject({ code: 'not_found' });
  await eventually(async () =>
    expect(await space.call(whiteboardShareLinks, 'get', { id, link_id: link.id })).toMatchObject({ opened_count: 1 }),
  );

  await space.call(whiteboardElements, 'update_bulk', { id, elements: [{ element_id, text: 'Ask for the name' }] } as never);
  expect((await open(token)).body).toContain('Ask for the name');
  await space.call(whiteboards, 'delete', { id });
  expect((await open(token)).status).toBe(404);
  await expect(readAsset(token, asset.id)).rejects.toMatchObject({ code: 'not_found' });
  await space.call(whiteboards, 'restore', { id });
  expect((await open(token)).status).toBe(200);
  await space.call(whiteboardShareLinks, 'delete', { id, link_id: link.id });
  for (const address of [token, `${token}.svg`, `${token}.png`]) expect((await open(address)).status).toBe(404);
  await expect(readAsset(token, asset.id)).rejects.toMatchObject({ code: 'not_found' });
  expect((await space.events()).filter(({ type }) => type.includes('share_link')).map(({ type, data }) => [type, data])).toMatchObject([
    ['whiteboard_share_link_created', { whiteboard_id: id, share_link: 'Partners', share_link_id: link.id, has_password: false }],
    ['whiteboard_share_link_revoked', { whiteboard_id: id, share_link_id: link.id }],
  ]);
});

test('a whiteboard is one file next to its page, as SVG and as PNG', async () => {
  const space = service.newSpace();
  const { token } = await sharedBoard(space);
  const svg = await open(`${token}.svg`);
  expect(svg).toMatchObject({
    status: 200,
    headers: { 'Content-Type': 'image/svg+xml; charset=utf-8', 'X-Robots-Tag': 'noindex, nofollow' },
  });
  expect(svg.headers['Content-Security-Policy']).toContain("default-src 'none'");
  expect(svg.body).toMatch(/^<svg [^>]*viewBox=/);
  expect(svg.body).not.toContain(`/w/${token}`);
  const png = await open(`${token}.png`);
  expect(png).toMatchObject({ status: 200, encoding: 'base64', headers: { 'Content-Type': 'image/png' } });
  expect(Buffer.from(png.body, 'base64').subarray(1, 4).toString()).toBe('PNG');
  expect((await open(`${token}.gif`)).status).toBe(404);
});

test('a link with a password shows nothing of the whiteboard before it, and its cookie opens the page and its files', async () => {
  const space = service.newSpace();
  const { id, asset, link, token } = await sharedBoard(space, { password: 'correct horse' });
  for (const address of [token, `${token}.svg`, `${token}.png`]) {
    const { body } = await open(address);
    expect(body).toContain(`<form method="post" action="/w/${token}">`);
    expect(body).not.toContain('address&gt;');
  }
  await expect(readAsset(token, asset.id)).rejects.toMatchObject({ code: 'not_found' });
  expect((await unlock(token, 'wrong password')).status).toBe(401);
  const opened = await unlock(token, 'correct horse');
  expect(opened).toMatchObject({ status: 303, headers: { Location: `/w/${token}` } });
  const header = opened.headers['Set-Cookie']!;
  // Browsers send a cookie for /w/{token} not to /w/{token}.svg.
  expect(header).toContain('; Path=/w;');
  const cookie = `visit_wsh_other=x; ${header.split(';')[0]!}`;
  expect((await open(token, { cookie })).body).toContain('Ask for the');
  expect((await open(`${token}.svg`, { cookie })).headers['Content-Type']).toContain('image/svg+xml');
  expect(await readAsset(token, asset.id, cookie)).toMatchObject({ asset_id: asset.id });
  const changed = await space.call(whiteboardShareLinks, 'update', { id, link_id: link.id, password: 'another horse' });
  expect(changed).toMatchObject({ changed: ['password'], before: {} });
  expect((await open(`${token}.svg`, { cookie })).body).toContain('<form');
  await expect(readAsset(token, asset.id, cookie)).rejects.toMatchObject({ code: 'not_found' });
});

test('a link ends at its expiry, and a whiteboard in the trash is not shared', async () => {
  const space = service.newSpace();
  const expires_at = new Date(service.ports.clock.now() + 3_600_000).toISOString();
  const { id, link, token } = await sharedBoard(space, { expires_at });
  expect((await open(token)).status).toBe(200);
  const ended = { id, link_id: link.id, expires_at: '2020-01-01T00:00:00Z' };
  expect(await space.call(whiteboardShareLinks, 'update', ended)).toMatchObject({ changed: ['expires_at'], before: { expires_at } });
  expect((await open(token)).status).toBe(404);
  expect((await space.call(whiteboardShareLinks, 'list', { id, limit: 25 } as never)).data).toMatchObject([{ id: link.id }]);
  await expect(service.newSpace().call(whiteboardShareLinks, 'get', { id, link_id: link.id })).rejects.toMatchObject({ code: 'not_found' });
  await space.call(whiteboards, 'delete', { id });
  await expect(space.call(whiteboardShareLinks, 'create', { id })).rejects.toMatchObject({ code: 'conflict' });
});

test('a shared whiteboard shows of other things the texts of its elements alone, without ids', async () => {
  const space = service.newSpace();
  const target = await space.call(documents, 'create', { title: 'Secret', markdown: 'Hidden words' });
  const { id } = await newWhiteboard(space);
  const address = `space:document/${target.id}`;
  await newElement(space, id, { type: 'embed', address, text: 'The plan' });
  await newElement(space, id, { type: 'embed', address, x: 400 });
  await newElement(space, id, { type: 'sticky', x: 800, text: 'Read it', link: address });
  const token = tokenOf(await space.call(whiteboardShareLinks, 'create', { id }));
  for (const { body } of [await open(token), await open(`${token}.svg`)]) {
    expect(body).toContain('The plan');
    for (const hidden of ['Hidden words', target.id, 'Secret']) expect(body).not.toContain(hidden);
  }
  const { published } = await space.call(documents, 'publish', { id: target.id });
  expect((await open(token)).body.split(`<a href="${published!.url}"`)).toHaveLength(4);
});

test('a text that looks like the bytes of a picture stays a text', async () => {
  const space = service.newSpace();
  const script = `data:image/png;base64,${base64('"><script>alert(1)</script>')}`;
  const { id } = await newWhiteboard(space, { title: script });
  await newElement(space, id, { type: 'text', text: ` href="${script}"` });
  const token = tokenOf(await space.call(whiteboardShareLinks, 'create', { id }));
  expect((await open(token)).body).not.toContain('<script');
});
