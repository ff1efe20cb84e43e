import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_LIVE_MESSAGE_BYTES } from '@space/contracts/live';
import { WebSocket } from 'ws';
import { profile } from '../profile.ts';
import { newKey, newSpace, scopesWithout, type TestSpace } from '../space.ts';

/*
 * The doors of the API that are no operations: the WebSockets of documents and the addresses of uploads. Their credentials are in their
 * addresses, so each has rows of its own for what operations are asked in the other files of this folder.
 */

let space: TestSpace;
let other: TestSpace;
let document: string;
let foreign: string;
beforeAll(async () => {
  [space, other] = [await newSpace(), await newSpace()];
  document = (await space.client.documents.create({ title: 'Plan', markdown: 'start' })).id;
  foreign = (await other.client.documents.create({ title: 'Other', markdown: 'secret' })).id;
});

const ticketOf = async ({ client }: TestSpace, id: string): Promise<string> =>
  new URL((await client.document_live.ticket({ id })).url).searchParams.get('ticket')!;

/** Opens the socket of a document, sends messages, and returns the code with which it ends and how many messages came. */
function endOf(
  id: string,
  query: string,
  ...messages: readonly Uint8Array[]
): Promise<{ readonly code: number; readonly received: number }> {
  const address = new URL(`${profile.base_url.replace(/^http/, 'ws')}/live/${id}${query}`);
  const socket = new WebSocket(address);
  let received = 0;
  socket.on('open', () => {
    for (const message of messages) socket.send(message);
  });
  socket.on('message', () => {
    received += 1;
  });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', (code) => resolve({ code, received }));
  });
}

/** Step 1 of an empty document: it asks for everything. */
const ASK = new Uint8Array([0, 0, 1, 0]);
/** An update without a known form. */
const UPDATE = new Uint8Array([0, 2, 3, 1, 2, 3]);

describe('the socket of a document', () => {
  const refused: readonly [what: string, query: () => string | Promise<string>][] = [
    ['no ticket', () => ''],
    ['an empty ticket', () => '?ticket='],
    ['a key in the place of a ticket', () => `?ticket=${space.api_key}`],
    ['a ticket that is cut short', async () => `?ticket=${(await ticketOf(space, document)).slice(0, -2)}`],
    ['a ticket of a document of another Space', async () => `?ticket=${await ticketOf(other, foreign)}`],
    ['a ticket of ten thousand characters', () => `?ticket=${'a'.repeat(10_000)}`],
  ];

  test.each(refused)('with %s is closed before anything is sent', async (_what, query) => {
    expect(await endOf(document, await query(), ASK)).toEqual({ code: 4410, received: 0 });
  });

  test('of another Space is not opened with the ticket of this one', async () => {
    expect(await endOf(foreign, `?ticket=${await ticketOf(space, document)}`, ASK)).toEqual({ code: 4410, received: 0 });
    expect((await space.request('POST', `/documents/${foreign}/live-tickets`, { body: {} })).body).toMatchObject({ code: 'not_found' });
  });

  test('is opened by a ticket one time', async () => {
    const query = `?ticket=${await ticketOf(space, document)}`;
    expect((await endOf(document, query, ASK, UPDATE)).code).toBe(4400);
    expect(await endOf(document, query, ASK)).toEqual({ code: 4410, received: 0 });
  });

  test('of a key that only reads takes no update', async () => {
    const reader = await newKey(space.space_id, { scopes: scopesWithout('documents:write') });
    const refusal = await reader.request('POST', `/documents/${document}/live-tickets`, { body: {} });
    expect(refusal.body).toMatchObject({ status: 403, missing_scope: 'documents:write' });
    const { url } = await reader.client.document_live.read_ticket({ id: document });
    expect((await endOf(document, new URL(url).search, ASK, UPDATE)).code).toBe(4403);
  });

  test('is closed by a message above the limit', async () => {
    const query = `?ticket=${await ticketOf(space, document)}`;
    expect((await endOf(document, query, new Uint8Array(MAX_LIVE_MESSAGE_BYTES + 1))).code).toBe(1009);
  });
});

describe('the address of an upload', () => {
  const SIZE = 100;
  const newUpload = async (): Promise<string> => (await space.client.asset_uploads.create({ name: 'note.bin', size: SIZE })).upload_url;
  const codeOf = async (url: string, method: string, init: RequestInit = {}): Promise<[number, string | undefined]> => {
    const response = await fetch(url, { method, ...init });
    const text = await response.text();
    return [response.status, text ? (JSON.parse(text) as { code: string }).code : undefined];
  };

  test.each([
    ['no token', () => ''],
    ['a key in the place of a token', () => space.api_key],
    ['a token that no upload has', () => randomBytes(24).toString('base64url')],
  ])('with %s is not found in any method, also with a key', async (_what, token) => {
    const url = (await newUpload()).replace(/[^/]+$/, token());
    const headers = { authorization: `Bearer ${space.api_key}`, 'tus-resumable': '1.0.0' };
    expect((await codeOf(url, 'PUT', { body: randomBytes(SIZE), headers }))[0]).toBe(404);
    for (const method of ['HEAD', 'DELETE']) expect((await codeOf(url, method, { headers }))[0]).toBe(404);
  });

  test('takes no more bytes than were announced', async () => {
    const url = await newUpload();
    expect(await codeOf(url, 'PUT', { body: randomBytes(SIZE + 1) })).toEqual([413, 'too_large']);
    expect((await codeOf(url, 'PUT', { body: randomBytes(SIZE) }))[0]).toBe(204);
  });

  test('is needed for each upload: a key of another Space neither reads the file nor cancels the upload', async () => {
    const { id } = await space.client.assets.create({ name: 'note.txt', content_base64: Buffer.from('secret').toString('base64') });
    const upload = await space.client.asset_uploads.create({ name: 'note.bin', size: SIZE });
    expect((await other.request('GET', `/assets/${id}/content`)).body).toMatchObject({ status: 404, code: 'not_found' });
    expect((await other.request('DELETE', `/asset-uploads/${upload.id}`)).body).toMatchObject({ status: 404, code: 'not_found' });
    expect((await space.client.asset_uploads.get({ id: upload.id })).status).toBe('waiting');
  });
});
