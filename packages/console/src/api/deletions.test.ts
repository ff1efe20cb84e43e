import { expect, test } from '@jest/globals';
import { afterDeletions, holdReads } from './deletions.ts';

test('a read of a thing and of what is below it waits for the end of the deletion; others do not', async () => {
  const { promise: deletion, resolve } = Promise.withResolvers<void>();
  const seen: string[] = [];
  holdReads('/tags/tag_1', deletion);
  const waiting = ['/tags/tag_1', '/tags/tag_1/contacts', '/tags/tag_12', '/tags'].map((path) =>
    afterDeletions(path, undefined).then(() => seen.push(path)),
  );
  await Promise.all(waiting.slice(2));
  expect(seen).toEqual(['/tags/tag_12', '/tags']);
  resolve();
  await Promise.all(waiting);
  expect(seen.toSorted()).toEqual(['/tags', '/tags/tag_1', '/tags/tag_1/contacts', '/tags/tag_12']);
});

test('a read that is aborted while the thing goes asks for nothing', async () => {
  const left = new AbortController();
  holdReads('/tags/tag_1', Promise.resolve());
  const read = afterDeletions('/tags/tag_1', left.signal);
  left.abort();
  await expect(read).rejects.toThrow('aborted');
});

test('a read follows a deletion that was refused', async () => {
  holdReads('/tags/tag_1', Promise.reject(new Error('refused')));
  await expect(afterDeletions('/tags/tag_1', undefined)).resolves.toBeUndefined();
});
