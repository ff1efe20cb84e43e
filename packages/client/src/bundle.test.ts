import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from '@jest/globals';
import { type BrowserBundle, bundlesForBrowsers } from '../test/fixtures/browser-bundles.ts';

/** The size of the client that a page loads: each operation adds about 12 bytes. */
const LARGEST_GZIP = 6_144;

let bundles: Record<'index.ts' | 'routes.ts' | 'webhooks.ts', BrowserBundle>;
beforeAll(async () => {
  bundles = await bundlesForBrowsers('index.ts', 'routes.ts', 'webhooks.ts');
});

/** A source of the client, by its path from the others. */
const OWN = /^(?:gen\/)?[\w-]+\.ts$/;

test.each(['index.ts', 'routes.ts', 'webhooks.ts'] as const)(
  '%s for browsers has modules of the client only, none of Node or the contracts, and at most 6 KB with gzip',
  (name) => {
    const { code, modules, imports } = bundles[name];
    expect(modules).toContain(name);
    expect(modules.filter((module) => !OWN.test(module))).toEqual([]);
    expect(imports).toEqual([]);
    expect(code).not.toMatch(/node:|\b(?:require|process|Buffer)\b/);
    expect(gzipSync(code, { level: 9 }).length).toBeLessThanOrEqual(LARGEST_GZIP);
  },
);

test('the client for browsers calls `fetch` in a context that has only objects of the web', async () => {
  const requests: [string, RequestInit][] = [];
  const stub = async (url: URL, init: RequestInit) => {
    requests.push([url.href, init]);
    return Response.json({ data: [{ name: 'Ada' }], has_more: false, next_cursor: null });
  };
  const context = createContext({ fetch: stub, URL, Headers, crypto });
  const program = `${bundles['index.ts'].code}
    (async () => {
      const client = space.createClient({ base_url: 'https://console.test/spaces/spc_1/v1' });
      await client.contacts.create({ name: 'Ada', email: 'ada@example.com' });
      const names = [];
      for await (const { name } of client.contacts.list({ search: 'a b' })) names.push(name);
      return names.join();
    })()`;
  expect(await runInContext(program, context)).toBe('Ada');
  expect(requests).toMatchObject([
    ['https://console.test/spaces/spc_1/v1/contacts', { method: 'POST', credentials: 'same-origin' }],
    ['https://console.test/spaces/spc_1/v1/contacts?search=a+b', { method: 'GET', credentials: 'same-origin' }],
  ]);
});
