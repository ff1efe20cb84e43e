import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { publicCatalog } from './catalog.ts';

const basics = readFileSync(join(import.meta.dirname, '../../../../docs/api/basics.md'), 'utf8');
const [, listed = ''] = /^These reads of one thing have no `ETag`:\n\n((?:[-\s].*\n)+)/m.exec(basics) ?? [];

test('the guide names each read of one thing without a version', () => {
  const unversioned = publicCatalog.flatMap(({ operation: { route, versioned, output, content } }) => {
    const isPage = output instanceof z.ZodObject && Object.hasOwn(output.shape, 'next_cursor');
    return route?.method === 'GET' && !versioned && !isPage && !content ? [route.path.replaceAll(/:(\w+)/g, '{$1}')] : [];
  });
  expect([...listed.matchAll(/`([^`]+)`/g)].map(([, path]) => path).sort()).toEqual(unversioned.sort());
});
