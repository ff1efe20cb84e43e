import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Call, createEndpoint } from '@space/bus';
import { subjectOf } from '@space/contracts/core';
import { MAX_FORM_FILE_MB, publicForms } from '@space/contracts/scheduling';
import { sharePages } from '@space/contracts/tables';
import { type Api, startApi } from './fixtures/api.ts';

type Input = Call<(typeof publicForms)['operations']['submit']>['input'];

let api: Api;
let asked: Input[] = [];
beforeAll(async () => {
  api = await startApi();
  const handler = async ({ input }: { input: unknown }) => {
    asked.push(input as Input);
    return { status: 200, headers: { 'Content-Security-Policy': "default-src 'none'" }, body: 'taken' };
  };
  const { submit, confirm, open } = publicForms.operations;
  const served = { submit, confirm, open };
  await api.ports.bus.serve(
    'scheduling',
    Object.entries(served).map(([name, operation]) => ({
      subject: subjectOf('form_pages', name),
      answer: createEndpoint(`form_pages.${name}`, operation as typeof submit, handler as never) as never,
    })),
  );
  await api.ports.bus.serve('tables', [
    {
      subject: subjectOf('share_pages', 'unlock'),
      answer: createEndpoint('share_pages.unlock', sharePages.operations.unlock, handler as never) as never,
    },
  ]);
});
afterAll(() => api.stop());
beforeEach(() => {
  asked = [];
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

describe('a form of several parts', () => {
  test('arrives with its fields, and its files apart from them with their names and bytes', async () => {
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
    expect(asked[0]).toMatchObject({ form_id: 'frm_1', form: { name: 'Ada & Söhne', tag: ['one', 'two'] } });
    expect(asked[0]!.files).toEqual([
      { field: 'cv', name: 'Lebenslauf ü "1".pdf', content_base64: bytes.toString('base64') },
      { field: 'cv', name: '../../etc/passwd', content_base64: 'eA==' },
    ]);
  });

  test('may be as large as its files may be, and not larger', async () => {
    const file = (size: number) => formOf([['cv', new File([Buffer.alloc(size)], 'cv.pdf')]]);
    expect((await post('/f/frm_1', file(MAX_FORM_FILE_MB * 1_048_576))).status).toBe(200);
    expect(Buffer.from(asked[0]!.files[0]!.content_base64, 'base64')).toHaveLength(MAX_FORM_FILE_MB * 1_048_576);
    expect((await post('/f/frm_1', file(MAX_FORM_FILE_MB * 1_048_576 + 70_000))).status).toBe(413);
    expect(asked).toHaveLength(1);
  });

  test('may carry a hundred files, and not one more', async () => {
    const files = (count: number) => formOf(Array.from({ length: count }, (_, at) => ['cv', new File(['x'], `${at}.pdf`)] as const));
    expect((await post('/f/frm_1', files(100))).status).toBe(200);
    expect((await post('/f/frm_1', files(101))).status).toBe(413);
    expect(asked.map(({ files: { length } }) => length)).toEqual([100]);
  });

  test.each([
    ['without its boundary', 'multipart/form-data', 'name=Ada', 400],
    ['that is something else', 'multipart/form-data; boundary=b', 'name=Ada', 400],
    ['cut off in the middle', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nAda', 400],
    ['of another kind', 'text/plain', 'name=Ada', 415],
  ])('%s is refused as what it is', async (_what, type, body, status) => {
    expect([(await post('/f/frm_1', body, { 'content-type': type })).status, asked]).toEqual([status, []]);
  });

  test('is not taken where no page asks for files', async () => {
    expect((await post('/t/token', formOf([['a', '1']]))).status).toBe(415);
    expect((await post('/f/frm_1/confirm/token', formOf([['a', '1']]))).status).toBe(415);
    expect(asked).toEqual([]);
  });
});

describe('a form that other sites may send', () => {
  const elsewhere = [
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://example.com' }],
    ['a page in a sandbox', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['another site, told by its origin alone', { origin: 'https://example.com' }],
  ] as const;

  test.each(elsewhere)('is taken from %s', async (_who, headers) => {
    const body = new URLSearchParams({ name: 'Ada' });
    for (const path of ['/f/frm_1', '/f/frm_1/confirm/token']) expect((await post(path, body, { ...headers })).status).toBe(200);
    expect(asked.map(({ form }) => form)).toEqual([{ name: 'Ada' }, { name: 'Ada' }]);
  });

  test.each(elsewhere)('is the exception: others are refused from %s', async (_who, headers) => {
    expect((await post('/t/token', new URLSearchParams({ password: 'x' }), { ...headers })).status).toBe(403);
    expect(asked).toEqual([]);
  });

  test('carries nobody’s cookie to be misused: its page may stand in any frame and sets none', async () => {
    const { headers } = await fetch(`${api.publicUrl}/f/frm_1`);
    expect(headers.get('x-frame-options')).toBeNull();
    expect(headers.get('content-security-policy')).toBe("default-src 'none'");
    expect([headers.get('set-cookie'), headers.get('access-control-allow-origin')]).toEqual([null, null]);
  });
});
