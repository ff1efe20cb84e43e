import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Call, createEndpoint } from '@space/bus';
import { type PageAnswer, Problem, subjectOf, takesForm } from '@space/contracts/core';
import { sharePages } from '@space/contracts/tables';
import { type Api, request, startApi } from './fixtures/api.ts';

type Operations = (typeof sharePages)['operations'];
type Answer = PageAnswer | Promise<PageAnswer>;

let api: Api;
let calls: Call<Operations['open']>[] = [];
let page: () => Answer;
beforeAll(async () => {
  api = await startApi();
  const handler = async (call: Call<Operations['open' | 'unlock']>) => {
    if ('probe' in call.input && call.input.probe) return takesForm;
    calls.push(call as Call<Operations['open']>);
    return page();
  };
  await api.ports.bus.serve(
    'tables',
    (['open', 'unlock'] as const).map((name) => ({
      subject: subjectOf(sharePages.name, name),
      answer: createEndpoint(`share_pages.${name}`, sharePages.operations[name], handler as never) as never,
    })),
  );
});
afterAll(() => api.stop());
beforeEach(() => {
  calls = [];
  page = () => ({ status: 200, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: '<!doctype html><p>Grüße</p>' });
});

const visit = (path: string, method = 'GET', headers: Record<string, string> = {}, body?: string) =>
  request(`${api.publicUrl}${path}`, method, { headers, body });
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('a page of the public origin', () => {
  test('is the answer of its service, called without a Space', async () => {
    const { status, text, headers } = await visit('/t/a%2Fb?month=2026-03&month=2026-04&q=a+b%20c', 'GET', {
      cookie: 'visit=x',
      'if-none-match': '"1"',
      'accept-language': 'fr-CH, fr;q=0.9, en;q=0.8',
    });
    expect([status, text, headers.get('content-type')]).toEqual([200, '<!doctype html><p>Grüße</p>', 'text/html; charset=utf-8']);
    expect(calls).toMatchObject([
      {
        input: {
          token: 'a/b',
          path: '/t/a%2Fb',
          query: { month: '2026-03', q: 'a b c' },
          form: null,
          cookie: 'visit=x',
          if_none_match: '"1"',
          locale: 'fr-CH',
          visitor: '127.0.0.1',
        },
        caller: { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } },
        request_id: headers.get('x-request-id'),
      },
    ]);
  });

  test('has the default headers unless its service sets them', async () => {
    expect(Object.fromEntries((await visit('/t/x')).headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    page = () => ({ status: 200, headers: { 'cache-control': 'private', 'Set-Cookie': 'visit=1; Path=/t/x' }, body: '' });
    const { headers } = await visit('/t/x');
    expect([headers.get('cache-control'), headers.get('set-cookie')]).toEqual(['private', 'visit=1; Path=/t/x']);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  test('answers HEAD like GET, without a body', async () => {
    const { status, text, headers } = await visit('/t/x', 'HEAD');
    expect([status, text, headers.get('content-length')]).toEqual([200, '', String(Buffer.byteLength('<!doctype html><p>Grüße</p>'))]);
  });

  test.each(['PUT', 'DELETE', 'OPTIONS', 'PATCH'])('answers %s with 405 and Allow', async (method) => {
    const { status, headers } = await visit('/t/x', method);
    expect([status, headers.get('allow'), calls]).toEqual([405, 'GET, HEAD, POST', []]);
  });

  test.each(['/', '/t/', '/t/x/', '/t/x/y', '/t/%zz', '/T/x/y', `/t/${'a'.repeat(3_000)}`])('is not found at %s', async (path) => {
    expect([(await visit(path)).status, calls]).toEqual([404, []]);
  });

  test('answers a token that is too long with 400, without naming the field', async () => {
    const { status, text } = await visit(`/t/${'a'.repeat(200)}`);
    expect(status).toBe(400);
    expect(text).not.toContain('token');
  });

  test.each([
    ['not_found', 404, undefined],
    ['unavailable', 503, { retry_after_s: 7 }],
    ['timeout', 504, undefined],
    ['conflict', 404, undefined],
    ['internal', 500, undefined],
  ] as const)('that ends in %s is a plain page without details', async (code, status, extras) => {
    page = () => {
      throw new Problem(code, 'secret tbl_1 detail', extras);
    };
    const got = await visit('/t/x');
    expect([got.status, got.headers.get('content-type'), got.headers.get('retry-after')]).toEqual([
      status,
      'text/html; charset=utf-8',
      extras ? '7' : null,
    ]);
    expect(got.text).toMatch(/<html lang="en">[\s\S]*<h1>/);
    expect(got.text).not.toMatch(/secret|tbl_1/);
  });

  test('is a plain 500 page when its service sends invalid headers, and the next request works', async () => {
    for (const value of ['a\r\nSet-Cookie: b=c', '/\u4f60']) {
      page = () => ({ status: 308, headers: { Location: value }, body: '' });
      const { status, headers, text } = await visit('/t/x');
      expect([status, headers.get('location'), headers.get('set-cookie')]).toEqual([500, null, null]);
      expect(text).toContain('Something went wrong on our side');
    }
    page = () => ({ status: 303, headers: { Location: '/t/x' }, body: '' });
    expect((await fetch(`${api.publicUrl}/t/x`, { redirect: 'manual' })).status).toBe(303);
  });
});

describe('a form of the public origin', () => {
  test('arrives with its fields, repeated ones as lists', async () => {
    expect((await visit('/t/x', 'POST', FORM, 'password=a%26b+c&tag=1&tag=2&__proto=3')).status).toBe(200);
    expect(calls[0]!.input.form).toEqual({ password: 'a&b c', tag: ['1', '2'], __proto: '3' });
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a sibling site', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1' }, 403],
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['the page itself', { 'sec-fetch-site': 'same-origin', origin: 'null' }, 200],
    ['no browser', {}, 200],
  ])('sent by %s is accepted or forbidden', async (_who, headers, status) => {
    expect([(await visit('/t/x', 'POST', { ...FORM, ...(headers as Record<string, string>) }, 'a=1')).status, calls.length]).toEqual([
      status,
      status === 200 ? 1 : 0,
    ]);
  });

  test('is accepted from its own origin without Sec-Fetch-Site', async () => {
    expect((await visit('/t/x', 'POST', { ...FORM, origin: api.publicUrl }, 'a=1')).status).toBe(200);
  });

  test('is rejected when it is not a form or too large', async () => {
    expect((await visit('/t/x', 'POST', { 'content-type': 'application/json' }, '{}')).status).toBe(415);
    expect((await visit('/t/x', 'POST', { ...FORM, 'content-encoding': 'gzip' }, 'a=1')).status).toBe(415);
    expect((await visit('/t/x', 'POST', FORM, `a=${'x'.repeat(65_536)}`)).status).toBe(413);
    expect((await visit('/t/x', 'POST', FORM, `a=${'x'.repeat(65_000)}`)).status).toBe(200);
    expect(calls).toHaveLength(1);
  });

  test('of unknown length is rejected when it exceeds the limit', async () => {
    const status = await new Promise((done, failed) => {
      const sent = httpRequest(`${api.publicUrl}/t/x`, { method: 'POST', headers: FORM }, (response) => done(response.resume().statusCode));
      sent.on('error', failed);
      for (let chunk = 0; chunk < 3; chunk++) sent.write('x'.repeat(40_000));
      sent.end();
    });
    expect([status, calls]).toEqual([413, []]);
  });
});

test('each page is one line in the log, with its route template instead of its address', async () => {
  const { headers } = await visit('/t/very-secret-token?after=x');
  const lines = api.ports.lines.map((line) => JSON.parse(line)).filter(({ request_id }) => request_id === headers.get('x-request-id'));
  expect(lines).toMatchObject([{ method: 'GET', route: '/t/:token', status: 200 }]);
  expect(JSON.stringify(lines)).not.toContain('very-secret-token');
});
