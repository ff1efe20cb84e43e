import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createEndpoint } from '@space/bus';
import { subjectOf, takesForm } from '@space/contracts/core';
import { MAX_BODY_MEMORY_BYTES } from '@space/contracts/platform';
import { formFiles, MAX_FORM_FILE_MB, publicForms } from '@space/contracts/scheduling';
import { eventually } from '@space/runtime/testing';
import { type Api, startApi } from './fixtures/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ environment: { SPACE_TRUSTED_PROXIES: '127.0.0.0/8' } });
  const { submit } = publicForms.operations;
  const { upload } = formFiles.operations;
  const notReached = () => Promise.reject(new Error('The body is not valid.'));
  const handler = async ({ input }: { readonly input: { readonly probe: boolean } }) =>
    input.probe ? takesForm : { status: 200, headers: {}, body: 'taken' };
  await api.ports.bus.serve('scheduling', [
    { subject: subjectOf(publicForms.name, 'submit'), answer: createEndpoint('public_forms.submit', submit, handler as never) as never },
    { subject: subjectOf(formFiles.name, 'upload'), answer: createEndpoint('form_files.upload', upload, notReached) as never },
  ]);
});
afterAll(() => api.stop());

interface Sender {
  readonly socket: Socket;
  /** Resolves with the head of the answer. */
  readonly answer: Promise<string>;
}

/** Sends `size` bytes of a body, and its end if it has one. */
function send(origin: string, head: string, body: { readonly size: number; readonly opening?: string; readonly end?: string }): Sender {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname).on('error', () => {});
  const answer = new Promise<string>((answered) => socket.once('data', (data) => answered(data.toString())));
  const { size, opening = '', end } = body;
  socket.write(`${head}Host: ${hostname}:${port}\r\nContent-Length: ${size + (end?.length ?? 1)}\r\n\r\n`);
  socket.write(`${opening}${'a'.repeat(size - opening.length)}${end ?? ''}`);
  return { socket, answer };
}

const statusOf = async ({ socket, answer }: Sender): Promise<string> => {
  const [line] = (await answer).split('\r\n');
  socket.destroy();
  return line!;
};

test('unended forms of one network are refused with 503 above its part of the memory, and forms of another network are taken', async () => {
  const size = MAX_FORM_FILE_MB * 1_048_576;
  const opening = '--b\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n';
  const post = (visitor: string, end?: string) =>
    send(api.publicUrl, `POST /f/frm_1 HTTP/1.1\r\nX-Forwarded-For: ${visitor}\r\nContent-Type: multipart/form-data; boundary=b\r\n`, {
      size,
      opening,
      ...(end === undefined ? {} : { end }),
    });
  const end = '\r\n--b--\r\n';
  const held = Array.from({ length: Math.ceil(MAX_BODY_MEMORY_BYTES.keyless / 2 / size) }, () => post('192.0.2.1'));
  const refused = await Promise.race(held.map(({ answer }) => answer));
  expect(refused).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 1\r\n/s);
  // The part is full when the other forms have arrived.
  await eventually(async () => {
    held.push(post('192.0.2.1'));
    expect(await statusOf(post('192.0.2.1', end))).toContain('503');
  });
  expect(await statusOf(post('192.0.2.2', end))).toContain('200');
  for (const { socket } of held) socket.destroy();
  await eventually(async () => expect(await statusOf(post('192.0.2.1', end))).toContain('200'));
});

test('unended bodies of one Space are refused with 503 above its part of the memory, and bodies of another Space are taken', async () => {
  const size = formFiles.operations.upload.max_body_bytes! - 1_024;
  const newKey = async () => (await api.newKey(await api.newSpace(), { scopes: ['forms:write'] })).api_key;
  const [busy, other] = [await newKey(), await newKey()];
  const upload = (token: string, end?: string) =>
    send(api.url, `POST /v1/forms/frm_1/files HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`, {
      size,
      ...(end === undefined ? {} : { end }),
    });
  const held = Array.from({ length: Math.ceil(MAX_BODY_MEMORY_BYTES.all / 2 / size) }, () => upload(busy));
  const refused = await Promise.race(held.map(({ answer }) => answer));
  expect(refused).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: 1\r\n.*"code":"unavailable"/s);
  // The part is full when the other bodies have arrived.
  await eventually(async () => {
    held.push(upload(busy));
    expect(await statusOf(upload(busy, ' '))).toContain('503');
  });
  // A body that is read is not JSON.
  expect(await statusOf(upload(other, ' '))).toContain('400');
  for (const { socket } of held) socket.destroy();
  await eventually(async () => expect(await statusOf(upload(busy, ' '))).toContain('400'));
});
