import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createEndpoint } from '@space/bus';
import { subjectOf, takesForm } from '@space/contracts/core';
import { MAX_FORM_FILE_MB, publicForms } from '@space/contracts/scheduling';
import { type Api, startApi } from './fixtures/api.ts';

let api: Api;
let submitted = 0;
const networks: (string | undefined)[] = [];
beforeAll(async () => {
  api = await startApi({ environment: { SPACE_RATE_LIMIT: '100', SPACE_TRUSTED_PROXIES: '127.0.0.0/8' } });
  const { submit } = publicForms.operations;
  const handler = async ({
    input,
    visitor_network,
  }: {
    readonly input: { readonly probe: boolean };
    readonly visitor_network?: string;
  }) => {
    networks.push(visitor_network);
    if (input.probe) return takesForm;
    submitted += 1;
    return { status: 200, headers: {}, body: 'taken' };
  };
  await api.ports.bus.serve('scheduling', [
    { subject: subjectOf(publicForms.name, 'submit'), answer: createEndpoint('public_forms.submit', submit, handler as never) as never },
  ]);
});
afterAll(() => api.stop());

const post = async (visitor: string, body: FormData | URLSearchParams) =>
  (await fetch(`${api.publicUrl}/f/frm_1`, { method: 'POST', body, headers: { 'x-forwarded-for': visitor } })).status;

/** Announces a large form, sends none of it, and returns the answer of the gateway. */
async function announce(visitor: string): Promise<string> {
  const { hostname, port } = new URL(api.publicUrl);
  const socket = connect(Number(port), hostname);
  const length = MAX_FORM_FILE_MB * 1_048_576;
  socket.write(
    `POST /f/frm_1 HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-Forwarded-For: ${visitor}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`,
  );
  const [head] = await once(socket, 'data');
  socket.destroy();
  return String(head);
}

/** Sends a form without a Content-Length, which counts as the largest form. */
async function postChunked(visitor: string): Promise<number> {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from('--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda\r\n--b--\r\n'));
      controller.close();
    },
  });
  const headers = { 'x-forwarded-for': visitor, 'content-type': 'multipart/form-data; boundary=b' };
  return (await fetch(`${api.publicUrl}/f/frm_1`, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)).status;
}

test('a visitor who sends many large forms is refused before the next is read, and other visitors are not', async () => {
  const statuses = [];
  for (let sent = 0; sent < 24; sent++) statuses.push(await postChunked('2001:db8::1'));
  expect([statuses.indexOf(429), submitted]).toEqual([23, 23]);
  const refused = await announce('2001:db8::2');
  expect(refused).toMatch(/^HTTP\/1\.1 429 /);
  expect(refused).toMatch(/\r\nRetry-After: \d+\r\n/);
  expect(refused).toMatch(/\r\nConnection: close\r\n/i);
  expect(await post('2001:db8:0:1::1', new URLSearchParams({ name: 'Ada' }))).toBe(200);
});

test('a small form counts as one, and the limit is 600 a minute', async () => {
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < 610; sent++) {
    const status = await post('192.0.2.1', new URLSearchParams({ name: 'Ada' }));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: 600, 429: 10 });
});

test('a form is answered on behalf of the network of its visitor', async () => {
  networks.length = 0;
  expect(await post('2001:db8:0:5::1', new URLSearchParams({ name: 'Ada' }))).toBe(200);
  expect(networks).toEqual(['2001:db8:0:5', '2001:db8:0:5']);
});
