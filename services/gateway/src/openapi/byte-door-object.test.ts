import { expect, test } from '@jest/globals';
import { byteDoors } from '@space/contracts/uploads';
import { openApiDocument } from './document.ts';

const { paths } = openApiDocument('https://api.example.com');

test('the document has the doors of the API, which need no key, and not those of the public origin', () => {
  for (const { origin, path, methods } of byteDoors)
    for (const method of methods) {
      const found = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as { security: unknown } | undefined;
      expect([path, method, found?.security]).toEqual([path, method, origin === 'api' ? [] : undefined]);
    }
});
