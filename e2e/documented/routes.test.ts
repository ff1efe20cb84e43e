import { expect, test } from '@jest/globals';
import { codeBlocks, codeSpans } from '../../scripts/documents/code-blocks.ts';
import { fieldsOf, operations, operatorOperations, personOperations, type Routed } from '../surface/operations.ts';

/** Paths that are not operations of the catalog: e2e/journeys/mcp and e2e/journeys/oauth call them. */
const otherPaths = /^(\{base\})?(\/v1)?\/(mcp|oauth)\b/;
/** Parameters that every operation of a kind takes. */
const general = new Set(['dry_run', 'fields', 'include_total']);

const catalog = [...operations, ...operatorOperations, ...personOperations];
const requestText = /^(GET|POST|PATCH|PUT|DELETE) ((?:\/|…\/|\{base\})[^\s?{]*(?:\{\w+\}[^\s?{]*)*)(?:\?(\S*))?/gm;

const documented = [...codeBlocks.filter(({ language }) => language === 'http'), ...codeSpans].flatMap(({ file, line, text }) =>
  [...text.matchAll(requestText)].map(([, method = '', path = '', query = '']) => ({ place: `${file}:${line}`, method, path, query })),
);

/** Returns the operations of a path; `…` stands for any beginning, and a parameter or an id for any parameter. */
function operationsOf(method: string, path: string): Routed[] {
  const [start, ...named] = path.replace(/^\/v1\//, '/').split('/');
  return catalog.filter(({ route }) => {
    const segments = route.path.split('/').slice(1);
    const compared = start === '…' ? segments.slice(-named.length) : segments;
    const fits = (segment: string, n: number) => segment.startsWith(':') || segment === named[n];
    return route.method === method && compared.length === named.length && compared.every(fits);
  });
}

test('every request that a document names is an operation, with its parameters', () => {
  const faults = documented
    .filter(({ path }) => !otherPaths.test(path))
    .filter(({ method, path, query }) => {
      const names = query.split('&').flatMap((pair) => pair.split('=')[0] || []);
      const takes = (one: Routed) => names.every((name) => general.has(name) || fieldsOf(one).some(([field]) => field === name));
      return !operationsOf(method, path).some(takes);
    });
  expect(documented.length).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});
