import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Call, createEndpoint } from '@space/bus';
import { MAX_FORM_BYTES, MAX_FORM_VALUES, subjectOf, takesForm } from '@space/contracts/core';
import { MAX_FORM_FILE_MB, publicForms } from '@space/contracts/scheduling';
import { sharePages } from '@space/contracts/tables';
import { type Api, startApi } from './fixtures/api.ts';

type Input = Call<(typeof publicForms)['operations']['submit']>['input'];

let api: Api;
let received: Input[] = [];
let probes = 0;
beforeAll(async () => {
  api = await startApi();
  const handler = async ({ input }: { input: Input }) => {
    if (input.probe) {
      probes += 1;
      return input.form_id === 'frm_nobody' ? { status: 404, headers: {}, body: 'There is no such form.' } : takesForm;
    }
    received.push(input);
    return { status: 200, headers: { 'Content-Security-Policy': "default-src 'none'" }, body: 'taken' };
  };
  const { submit, confirm, open } = publicForms.operations;
  const served = { submit, confirm, open };
  await api.ports.bus.serve(
    'scheduling',
    Object.entries(served).map(([name, operation]) => ({
      subject: subjectOf(publicForms.name, name),
      answer: createEndpoint(`public_forms.${name}`, operation as typeof submit, handler as never) as never,
    })),
  );
  await api.ports.bus.serve('tables', [
    {
      subject: subjectOf(sharePages.name, 'unlock'),
      answer: createEndpoint('share_pages.unlock', sharePages.operations.unlock, handler as never) as never,
    },
  ]);
});
afterAll(() => api.stop());
beforeEach(() => {
  received = [];
  probes = 0;
});

const post = async (path: string, body: RequestInit['body'], headers: Record<string, string> = {}) => {
  const response = await fetch(`${api.publicUrl}${path}`, { method: 'POST', body: body ?? null, headers });
  return { status: response.status, text: await response.text(), headers: response.headers };
};

const formOf = (parts: readonly (readonly [name: string, value: string | File])[]): FormData => {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
};

describe('a multipart form', () => {
  test('arrives with its fields, and with its files by name and content', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 45, 45]);
    const form = formOf([
      ['name', 'Ada & Söhne'],
      ['tag', 'one'],
      ['tag', 'two'],
      ['cv', new File([bytes], 'Lebenslauf ü "1".pdf', { type: 'text/html' })],
      ['cv', new File(['x'], '../../etc/passwd')],
      ['none', new File([], '')],
    ]);
    expect((await post('/f/frm_1', form)).status).toBe(200);
    expect(received[0]).toMatchObject({ form_id: 'frm_1', form: { name: 'Ada & Söhne', tag: ['one', 'two'] } });
    expect(received[0]!.files).toEqual([
      { field: 'cv', name: 'Lebenslauf ü "1".pdf', content_base64: bytes.toString('base64') },
      { field: 'cv', name: '../../etc/passwd', content_base64: 'eA==' },
    ]);
  });

  test('is accepted up to the size limit of files', async () => {
    const file = (size: number) => formOf([['cv', new File([Buffer.alloc(size)], 'cv.pdf')]]);
    expect((await post('/f/frm_1', file(MAX_FORM_FILE_MB * 1_048_576))).status).toBe(200);
    expect(Buffer.from(received[0]!.files[0]!.content_base64, 'base64')).toHaveLength(MAX_FORM_FILE_MB * 1_048_576);
    expect((await post('/f/frm_1', file(MAX_FORM_FILE_MB * 1_048_576 + 70_000))).status).toBe(413);
    expect(received).toHaveLength(1);
  });

  test('is accepted with a hundred files and rejected with more', async () => {
    const files = (count: number) => formOf(Array.from({ length: count }, (_, at) => ['cv', new File(['x'], `${at}.pdf`)] as const));
    expect((await post('/f/frm_1', files(100))).status).toBe(200);
    expect((await post('/f/frm_1', files(101))).status).toBe(413);
    expect(received.map(({ files: { length } }) => length)).toEqual([100]);
  });

  test.each([
    ['without a boundary', 'multipart/form-data', 'name=Ada', 400],
    ['that is not multipart', 'multipart/form-data; boundary=b', 'name=Ada', 400],
    ['truncated', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nAda', 400],
    ['with another Content-Type', 'text/plain', 'name=Ada', 415],
  ])('%s is rejected with its status', async (_what, type, body, status) => {
    expect([(await post('/f/frm_1', body, { 'content-type': type })).status, received]).toEqual([status, []]);
  });

  test('is rejected by a page that takes no files', async () => {
    expect((await post('/t/token', formOf([['a', '1']]))).status).toBe(415);
    expect((await post('/f/frm_1/confirm/token', formOf([['a', '1']]))).status).toBe(415);
    expect(received).toEqual([]);
  });
});

describe('a form is bounded while it is read', () => {
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
  const parts = (count: number, part: (at: number) => string): string => {
    let text = '';
    for (let at = 0; at < count; at++) text += `--b\r\nContent-Disposition: form-data; ${part(at)}`;
    return `${text}--b--\r\n`;
  };

  test.each([
    ['32,000 empty values', '/f/frm_1', 'a&'.repeat(32_000), { 'content-type': 'application/x-www-form-urlencoded' }],
    ['32,000 empty values for a page without files', '/t/x', 'a&'.repeat(32_000), { 'content-type': 'application/x-www-form-urlencoded' }],
    ['90,000 parts', '/f/frm_1', parts(90_000, () => 'name="a"\r\n\r\n\r\n'), multipart],
    ['90,000 parts without a name', '/f/frm_1', parts(90_000, () => '\r\n\r\n'), multipart],
    ['a million bytes of text', '/f/frm_1', parts(1, () => `name="a"\r\n\r\n${'a'.repeat(1_000_000)}\r\n`), multipart],
  ])('%s are refused with little CPU', async (_what, path, body, headers) => {
    const before = process.cpuUsage();
    const { status } = await post(path, body, headers);
    const { user, system } = process.cpuUsage(before);
    expect([status, received]).toEqual([413, []]);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });

  test('as many values as a form may carry arrive, also under one name', async () => {
    const body = new URLSearchParams(Array.from({ length: MAX_FORM_VALUES }, (_, at) => ['tag', String(at)]));
    expect((await post('/f/frm_1', body)).status).toBe(200);
    expect(received[0]!.form!.tag).toHaveLength(MAX_FORM_VALUES);
    body.append('tag', 'one more');
    expect((await post('/f/frm_1', body)).status).toBe(413);
  });

  test('a page that does not exist answers before the form is read', async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.alloc(1_024));
      },
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
    expect((await fetch(`${api.publicUrl}/f/frm_nobody`, sent)).status).toBe(404);
    expect([probes, received]).toEqual([1, []]);
  });

  test('a form without an end is refused at the largest size', async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 1_024;
        controller.enqueue(Buffer.alloc(1_024, 'a'));
      },
    });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await fetch(`${api.publicUrl}/t/x`, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)).status).toBe(413);
    expect(sent).toBeLessThan(100 * MAX_FORM_BYTES);
  });
});

describe('a page that accepts forms of other sites', () => {
  const otherSites = [
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://example.com' }],
    ['a sandboxed page', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['another site that sends only Origin', { origin: 'https://example.com' }],
  ] as const;

  test.each(otherSites)('accepts a form from %s', async (_who, headers) => {
    const body = new URLSearchParams({ name: 'Ada' });
    for (const path of ['/f/frm_1', '/f/frm_1/confirm/token']) expect((await post(path, body, { ...headers })).status).toBe(200);
    expect(received.map(({ form }) => form)).toEqual([{ name: 'Ada' }, { name: 'Ada' }]);
  });

  test.each(otherSites)('is the exception: other pages reject a form from %s', async (_who, headers) => {
    expect((await post('/t/token', new URLSearchParams({ password: 'x' }), { ...headers })).status).toBe(403);
    expect(received).toEqual([]);
  });

  test('may be framed by any site and sets no cookie', async () => {
    const { headers } = await fetch(`${api.publicUrl}/f/frm_1`);
    expect(headers.get('x-frame-options')).toBeNull();
    expect(headers.get('content-security-policy')).toBe("default-src 'none'");
    expect([headers.get('set-cookie'), headers.get('access-control-allow-origin')]).toEqual([null, null]);
  });
});
