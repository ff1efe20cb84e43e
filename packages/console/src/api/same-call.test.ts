import { expect, test } from '@jest/globals';
import { fillPath, queryString } from './request-url.ts';
import { sameCall } from './same-call.ts';

test('a read is a GET with its parameters, a method of the client and a tool', () => {
  const forms = sameCall('contacts', 'list', { search: 'Ada L', tags: ['vip', 'customer'], sort: undefined });
  expect(forms?.curl).toBe('curl "$SPACE_URL/contacts?search=Ada+L&tags=vip%2Ccustomer" \\\n  -H "Authorization: Bearer $SPACE_KEY"');
  expect(forms?.typescript).toBe(
    'const answer = await client.contacts.list({\n  "search": "Ada L",\n  "tags": [\n    "vip",\n    "customer"\n  ]\n});',
  );
  expect(JSON.parse(forms!.mcp!)).toEqual({
    method: 'tools/call',
    params: { name: 'list_contacts', arguments: { search: 'Ada L', tags: ['vip', 'customer'] } },
  });
});

test('a write has its body, in which a shell finds no quote that ends it', () => {
  const forms = sameCall('contacts', 'update', { id: 'con_1', name: "O'Neill" });
  expect(forms?.curl).toContain('curl -X PATCH "$SPACE_URL/contacts/con_1"');
  expect(forms?.curl).toContain(`-d '{"name":"O'\\''Neill"}'`);
});

test('an operation that no key has gives no form', () => {
  expect(sameCall('settings', 'create_key', {})).toBeUndefined();
  expect(sameCall('nothing', 'list', {})).toBeUndefined();
});

test.each(['', '.', '..', undefined])('the path argument %j is refused', (id) => {
  expect(() => fillPath('/contacts/:id', { id })).toThrow('`id` is required in the path');
});

test('a value of a query is text, a list of words or JSON', () => {
  expect(queryString({ a: 1, b: ['x', 'y'], c: { d: true }, e: undefined })).toBe('?a=1&b=x%2Cy&c=%7B%22d%22%3Atrue%7D');
  expect(queryString({})).toBe('');
});
