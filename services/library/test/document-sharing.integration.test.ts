import { expect, test } from '@jest/globals';
import { assets } from '@space/contracts/assets';
import type { PageAnswer } from '@space/contracts/core';
import { documentPages, documentShareLinks, documents } from '@space/contracts/documents';
import { contentDirectory } from '@space/contracts/uploads';
import { callAs } from '@space/runtime/testing';
import { type LibrarySpace, useLibraryService } from './fixtures/library-service.ts';

const service = useLibraryService({ SPACE_PUBLIC_URL: 'https://pages.example.com' });
const VISITOR = { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } } as const;
const visitor = { visitor: '203.0.113.7' };

const open = (token: string, more: object = {}): Promise<PageAnswer> =>
  callAs(service.ports, VISITOR)(documentPages, 'open', { token, path: `/d/${token}`, ...visitor, ...more } as never);
const unlock = (token: string, password: string): Promise<PageAnswer> =>
  callAs(service.ports, VISITOR)(documentPages, 'unlock', { token, path: `/d/${token}`, ...visitor, form: { password } } as never);
const readAsset = (token: string, asset_id: string, cookie: string | null = null) =>
  callAs(service.ports, VISITOR)(contentDirectory, 'find_shared', { token, asset_id, cookie });
const tokenOf = ({ url }: { readonly url: string }): string => url.split('/d/')[1]!;

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';

async function sharedDocument(space: LibrarySpace, more: object = {}) {
  const asset = await space.newAsset('logo.svg', SVG);
  const markdown = `We launch in **May**.\n\n[Logo](space:asset/${asset.id})`;
  const { id } = await space.call(documents, 'create', { title: 'Launch <plan>', markdown });
  const link = await space.call(documentShareLinks, 'create', { id, ...more } as never);
  return { id, asset, link, token: tokenOf(link) };
}

test('a link shows the present content and its assets, until it is revoked', async () => {
  const space = service.newSpace();
  const { id, asset, link, token } = await sharedDocument(space, { name: 'Partners' });
  expect(link).toMatchObject({ name: 'Partners', has_password: false, opened_count: 0, url: `https://pages.example.com/d/${token}` });
  expect(await space.call(documentShareLinks, 'get', { id, link_id: link.id })).toEqual(link);
  const page = await open(token);
  expect(page.headers).toMatchObject({
    'X-Robots-Tag': 'noindex, nofollow',
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
  });
  expect(page.headers['Content-Security-Policy']).toContain("default-src 'none'");
  expect(page.body).toContain('<h1>Launch &lt;plan&gt;</h1>');
  expect(page.body).toContain('We launch in <strong>May</strong>.');
  expect(page.body).toContain(`<img src="/d/${token}/a/${asset.id}/logo.svg" alt="Logo"`);
  expect(page.body).not.toContain('<script');
  expect(await readAsset(token, asset.id)).toMatchObject({ asset_id: asset.id, name: 'logo.svg' });
  const other = await space.newAsset('other.txt');
  await expect(readAsset(token, other.id)).rejects.toMatchObject({ code: 'not_found' });

  await space.call(documents, 'edit', { id, edits: [{ op: 'replace_text', find: 'May', replace: 'June' }] });
  expect((await open(token)).body).toContain('June');
  await space.call(documents, 'delete', { id });
  expect((await open(token)).status).toBe(404);
  await expect(readAsset(token, asset.id)).rejects.toMatchObject({ code: 'not_found' });
  await space.call(documents, 'restore', { id });
  await space.call(documentShareLinks, 'delete', { id, link_id: link.id });
  expect((await open(token)).status).toBe(404);
  await expect(readAsset(token, asset.id)).rejects.toMatchObject({ code: 'not_found' });
  expect((await space.events()).filter(({ type }) => type.includes('share_link')).map(({ type, data }) => [type, data])).toMatchObject([
    ['document_share_link_created', { document_id: id, share_link: 'Partners', share_link_id: link.id, has_password: false }],
    ['document_share_link_revoked', { document_id: id, share_link_id: link.id }],
  ]);
});

test('a link with a password shows nothing of the document before it, and a new password ends visits', async () => {
  const space = service.newSpace();
  const { id, asset, link, token } = await sharedDocument(space, { password: 'correct horse' });
  const locked = await open(token);
  expect(locked.body).toContain(`<form method="post" action="/d/${token}">`);
  expect(locked.body).not.toContain('launch');
  await expect(readAsset(token, asset.id)).rejects.toMatchObject({ code: 'not_found' });
  expect((await unlock(token, 'wrong password')).status).toBe(401);
  const opened = await unlock(token, 'correct horse');
  expect(opened).toMatchObject({ status: 303, headers: { Location: `/d/${token}` } });
  const cookie = opened.headers['Set-Cookie']!.split(';')[0]!;
  expect((await open(token, { cookie })).body).toContain('May');
  expect(await readAsset(token, asset.id, cookie)).toMatchObject({ asset_id: asset.id });
  const changed = await space.call(documentShareLinks, 'update', { id, link_id: link.id, password: 'another horse' });
  expect(changed).toMatchObject({ changed: ['password'], before: {} });
  expect((await open(token, { cookie })).body).not.toContain('May');
  await expect(readAsset(token, asset.id, cookie)).rejects.toMatchObject({ code: 'not_found' });
});

test('a link ends at its expiry, and its settings change', async () => {
  const space = service.newSpace();
  const expires_at = new Date(service.ports.clock.now() + 3_600_000).toISOString();
  const { id, asset, link, token } = await sharedDocument(space, { expires_at });
  const update = (fields: object) => space.call(documentShareLinks, 'update', { id, link_id: link.id, ...fields } as never);
  expect(await update({ name: 'Press', expires_at })).toMatchObject({ changed: ['name'], before: { name: null } });
  expect((await open(token)).status).toBe(200);
  expect(await update({ expires_at: '2020-01-01T00:00:00Z' })).toMatchObject({ changed: ['expires_at'], before: { expires_at } });
  expect((await open(token)).status).toBe(404);
  await expect(readAsset(token, asset.id)).rejects.toMatchObject({ code: 'not_found' });
  expect((await space.call(documentShareLinks, 'list', { id, limit: 25 } as never)).data).toMatchObject([{ id: link.id, name: 'Press' }]);
  await expect(space.call(documentShareLinks, 'create', { id, expires_at: '2020-01-01T00:00:00Z' })).rejects.toMatchObject({
    code: 'invalid',
  });
  await expect(service.newSpace().call(documentShareLinks, 'get', { id, link_id: link.id })).rejects.toMatchObject({ code: 'not_found' });
  await space.call(documents, 'delete', { id });
  await expect(space.call(documentShareLinks, 'create', { id })).rejects.toMatchObject({ code: 'conflict' });
});

test('a shared document shows of other things their names alone, without ids', async () => {
  const space = service.newSpace();
  const target = await space.call(documents, 'create', { title: 'Secret', markdown: 'Hidden words' });
  const trashed = await space.newAsset('old.svg', SVG);
  const markdown = `[The secret](space:document/${target.id})\n\nSee [it](space:document/${target.id}) and ![Old](space:asset/${trashed.id}).`;
  const { id } = await space.call(documents, 'create', { title: 'Public', markdown });
  await space.call(assets, 'delete', { id: trashed.id, force: true });
  const token = tokenOf(await space.call(documentShareLinks, 'create', { id }));
  const { body } = await open(token);
  expect(body).toContain('<p class="embed">The secret</p>');
  expect(body).toContain('See <span>it</span> and Old.');
  for (const hidden of ['Hidden words', target.id, trashed.id]) expect(body).not.toContain(hidden);
  const { published } = await space.call(documents, 'publish', { id: target.id });
  expect((await open(token)).body).toContain(`<p class="embed"><a href="${published!.url}" rel="noopener">The secret</a></p>`);
});
