import { beforeAll, expect, test } from '@jest/globals';
import { profile } from '../profile.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { operations, pathOf, sampled } from './operations.ts';

let space: TestSpace;
beforeAll(async () => {
  space = await newSpace();
});

const tested = new Set(sampled(operations));
const paths = [...Map.groupBy(operations, ({ route }) => route.path)]
  .filter(([, entries]) => entries.some((entry) => tested.has(entry)))
  .map(([path, entries]) => ({ path, entries, methods: entries.map(({ route }) => route.method as string) }));

test.each(paths)('$path answers 405 to other methods than its own, with those in Allow', async ({ entries, methods }) => {
  const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'].filter((method) => !methods.includes(method));
  for (const method of others) {
    const answer = await space.request(method, pathOf(entries[0]!, {}));
    expect(answer.body).toMatchObject({ status: 405, code: 'method_not_allowed' });
    expect(answer.headers.get('allow')!.split(', ')).toEqual(expect.arrayContaining(methods));
  }
});

test.each(paths.filter(({ methods }) => methods.includes('GET')))(
  'HEAD $path answers the headers of GET and no body',
  async ({ entries }) => {
    const { status, text } = await space.request('GET', pathOf(entries[0]!, {}));
    const head = await fetch(`${profile.base_url}${pathOf(entries[0]!, {})}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${space.api_key}` },
    });
    expect(head.status).toBe(status);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    expect(text.length).toBeGreaterThan(0);
    expect(await head.text()).toBe('');
  },
);

test.each(paths)('$path with a trailing slash or in capitals is 404', async ({ entries }) => {
  const path = pathOf(entries[0]!, {});
  for (const other of [`${path}/`, path.toUpperCase()])
    expect((await space.request(entries[0]!.route.method, other)).body).toMatchObject({ status: 404, code: 'not_found' });
});
