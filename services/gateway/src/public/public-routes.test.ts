import { expect, test } from '@jest/globals';
import type { CatalogEntry } from '@space/contracts/catalog';
import { publicPage } from '@space/contracts/core';
import { createPathFinder } from './public-routes.ts';

const entry = (path: string): CatalogEntry =>
  ({ name: path, operation: publicPage({ summary: path, method: 'GET', path, parameters: {} }) }) as unknown as CatalogEntry;

test('fixed segments match before parameters, in any order of declaration', () => {
  const paths = ['/:base_slug/:slug', '/:base_slug/feed.xml', '/post/:id', '/p/:slug', '/s/:site_slug/', '/:base_slug'];
  for (const given of [paths, paths.toReversed()]) {
    const find = createPathFinder(given.map(entry));
    const found = (path: string) => find(path)?.path.entries.get('GET')?.operation.summary;
    expect(
      ['/post/pst_1', '/p/about', '/s/engines/', '/news', '/news/feed.xml', '/news/a%20post', '/a/b/c', '/news/%E0%A4'].map(found),
    ).toEqual([
      '/post/:id',
      '/p/:slug',
      '/s/:site_slug/',
      '/:base_slug',
      '/:base_slug/feed.xml',
      '/:base_slug/:slug',
      undefined,
      undefined,
    ]);
  }
});
