import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import type { ObjectStore } from '@space/object-store';
import type { Log } from './log.ts';
import { metrics } from './metrics.ts';
import { objectsOf, openObjects, watchObjects } from './objects.ts';

test('refuses a folder that cannot be used with a sentence that names it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'space-objects-'));
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(openObjects({ folder: file })).rejects.toThrow(`The folder ${file} of the object store cannot be used`);
  await rm(folder, { recursive: true });
});

test('measures requests by operation and outcome', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'space-objects-'));
  const store = await openObjects({ folder });
  await store.head('absent');
  await rename(folder, `${folder}-elsewhere`);
  await expect(store.removeLeftovers(0)).rejects.toMatchObject({ reason: 'unreachable' });
  const counts = (await metrics.objectStoreRequests.get()).values
    .filter(({ metricName }) => metricName?.endsWith('_count'))
    .map(({ labels, value }) => ({ ...labels, value }));
  expect(counts).toContainEqual({ operation: 'head', outcome: 'ok', value: 1 });
  expect(counts).toContainEqual({ operation: 'remove_leftovers', outcome: 'unreachable', value: 1 });
  await rm(`${folder}-elsewhere`, { recursive: true });
});

test('a service without an object store does not get one', () => {
  expect(() => objectsOf({})).toThrow('services/manifest.ts');
});

test('a process that watches no store reports nothing about one', async () => {
  expect((await metrics.objectStoreUp.get()).values).toEqual([]);
});

test('reports an outage of the store and its end, each in one line', async () => {
  jest.useFakeTimers();
  try {
    let failure: Error | undefined;
    const store = { list: async () => (failure ? Promise.reject(failure) : { objects: [] }) } as unknown as ObjectStore;
    const lines: unknown[] = [];
    const log = {
      info: (text: string) => lines.push(text),
      error: ({ reason }: { reason: string }) => lines.push(reason),
    } as unknown as Log;
    const watch = watchObjects(store, log);
    const up = async () => (await metrics.objectStoreUp.get()).values[0]?.value;
    await jest.advanceTimersByTimeAsync(0);
    expect([watch.state(), await up()]).toEqual([true, 1]);
    failure = new Error('The object store is not reachable.');
    await jest.advanceTimersByTimeAsync(15_000);
    expect([watch.state(), await up()]).toEqual(['The object store is not reachable.', 0]);
    failure = undefined;
    await jest.advanceTimersByTimeAsync(5_000);
    expect([watch.state(), await up()]).toEqual([true, 1]);
    expect(lines).toEqual(['The object store is not reachable.', 'the object store answers again']);
    watch.stop();
  } finally {
    jest.useRealTimers();
  }
});
