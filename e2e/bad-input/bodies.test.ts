import { beforeAll, describe, expect, test } from '@jest/globals';
import { MAX_JSON_DEPTH } from '@space/contracts/core';
import { newSpace } from '../space.ts';
import { newUnchangedSpace, type UnchangedSpace } from './unchanged-space.ts';

let space: UnchangedSpace;
beforeAll(async () => {
  space = await newUnchangedSpace();
});

const eve = { name: 'Eve', email: 'eve@example.com' };
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const withField = (json: string): string => `{"name":"Eve","email":"eve@example.com","custom_fields":{"a":${json}}}`;

/** Bodies of POST /contacts that are refused with 400, and the field that is named; undefined where it is the whole body. */
const refused: readonly [what: string, raw: string, path?: string][] = [
  ['nothing', '', 'name'],
  ['white space', '  \n', undefined],
  ['a trailing comma', '{"name":"Eve",}', undefined],
  ['single quotes', "{'name':'Eve'}", undefined],
  ['a comment', '{"name":"Eve"/* who */}', undefined],
  ['half of a body', '{"name":"Eve"', undefined],
  ['two bodies', '{}{}', undefined],
  ['NaN', '{"name":NaN}', undefined],
  ['an id', JSON.stringify({ ...eve, id: 'con_mine' }), 'id'],
  ['another Space', JSON.stringify({ ...eve, space_id: 'spc_other' }), 'space_id'],
  ['a time of creation', JSON.stringify({ ...eve, created_at: '2020-01-01T00:00:00.000Z' }), 'created_at'],
  ['a status', JSON.stringify({ ...eve, status: 'vip' }), 'status'],
  ['scopes', JSON.stringify({ ...eve, scopes: ['contacts:write'] }), 'scopes'],
  ['a promotion', JSON.stringify({ ...eve, is_admin: true }), 'is_admin'],
  ['a misspelt field', JSON.stringify({ ...eve, emial: 'x' }), 'emial'],
  ['null for a name', JSON.stringify({ ...eve, name: null }), 'name'],
  ['an empty name', JSON.stringify({ ...eve, name: '' }), 'name'],
  ['a name of spaces', JSON.stringify({ ...eve, name: ' \t ' }), 'name'],
  ['a name of two lines', JSON.stringify({ ...eve, name: 'Eve\r\nBcc: all' }), 'name'],
  ['a name that is too long', JSON.stringify({ ...eve, name: 'x'.repeat(201) }), 'name'],
  ['a list for a name', JSON.stringify({ ...eve, name: ['Eve'] }), 'name'],
  ['no email address', JSON.stringify({ ...eve, email: 'eve' }), 'email'],
  ['two email addresses', JSON.stringify({ ...eve, email: 'eve@example.com, all@example.com' }), 'email'],
  ['an email with a second line', JSON.stringify({ ...eve, email: 'eve@example.com\nBcc: all' }), 'email'],
  ['an email that is too long', JSON.stringify({ ...eve, email: `${'x'.repeat(250)}@example.com` }), 'email'],
  ['U+0000', JSON.stringify({ ...eve, name: 'E\u0000ve' }), 'name'],
  ['U+0000 in a key', withField('{"a\\u0000b":1}'), 'custom_fields.a'],
  ['half of a surrogate pair', withField('"\\ud800"'), 'custom_fields.a'],
  ['an integer beyond what a double holds', withField('12345678901234567890'), 'custom_fields.a'],
  ['a number beyond every double', withField('1e400'), 'custom_fields.a'],
  ['the key __proto__', withField('{"__proto__":{"polluted":true}}'), 'custom_fields.a'],
  ['the key __proto__ at the top', '{"name":"Eve","email":"eve@example.com","__proto__":{"is_admin":true}}', ''],
  ['one level too deep', withField(nested(MAX_JSON_DEPTH - 1)), expect.stringMatching(/^custom_fields\.a/) as never],
  ['ten thousand levels', withField(nested(10_000)), expect.stringMatching(/^custom_fields\.a/) as never],
  ['a hundred thousand levels', withField(nested(100_000)), ''],
  [
    'a key that is too long',
    JSON.stringify({ ...eve, custom_fields: { ['x'.repeat(129)]: 1 } }),
    expect.stringMatching(/^custom_fields/) as never,
  ],
];

describe('a contact with', () => {
  test.each(refused)('%s is 400', async (_what, raw, path) => {
    const { body } = await space.request('POST', '/contacts', { raw });
    expect(body).toMatchObject({ status: 400, code: 'invalid' });
    if (path !== undefined) expect(body.errors.map((error: { path: string }) => error.path)).toContainEqual(path);
  });

  test('all faults of a body are in one 400', async () => {
    const { body } = await space.request('POST', '/contacts', { body: { name: '', email: 'x', phone: 1, nickname: 'E' } });
    expect(body.errors.map(({ path }: { path: string }) => path).sort()).toEqual(['email', 'name', 'nickname', 'phone']);
    expect(body.detail).toMatch(/and 3 more/);
  });

  test('a body that is not UTF-8 is 400', async () => {
    const raw = new Uint8Array(
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('","email":"eve@example.com"}')]),
    );
    expect((await space.request('POST', '/contacts', { raw })).body).toMatchObject({ status: 400, code: 'invalid' });
  });
});

test.each([
  ['no tags', 'POST', '/contacts/:id/tags', { tags: [] }],
  ['51 tags', 'POST', '/contacts/:id/tags', { tags: Array.from({ length: 51 }, (_, n) => `tag ${n}`) }],
  ['a tag of spaces', 'POST', '/contacts/:id/tags', { tags: ['  '] }],
  ['an id in the body that is in the path', 'PATCH', '/contacts/:id', { id: 'con_other', name: 'Eve' }],
  ['a number as a clearing', 'PATCH', '/contacts/:id', { phone: 0 }],
  ['an audience of nothing', 'POST', '/audiences', { name: 'Empty' }],
  ['an audience of both kinds', 'POST', '/audiences', { name: 'Both', condition: { tag: 'vip' }, contact_ids: [] }],
  ['an unknown column', 'POST', '/audiences', { name: 'A', condition: { field: "name'; drop table contact;--", op: 'eq', value: 'x' } }],
  ['an unknown comparison', 'POST', '/audiences', { name: 'A', condition: { field: 'name', op: 'like', value: 'x' } }],
  ['an object to compare with', 'POST', '/audiences', { name: 'A', condition: { field: 'name', op: 'eq', value: { a: 1 } } }],
  ['a condition of no questions', 'POST', '/audiences', { name: 'A', condition: { and: [] } }],
  [
    'a condition of 51 questions',
    'POST',
    '/audiences',
    { name: 'A', condition: { or: Array.from({ length: 51 }, () => ({ tag: 'vip' })) } },
  ],
  ['a condition of two shapes', 'POST', '/audiences', { name: 'A', condition: { tag: 'vip', and: [] } }],
  ['10,001 members', 'POST', '/audiences', { name: 'A', contact_ids: Array.from({ length: 10_001 }, (_, n) => `con_${n}`) }],
])('%s is 400', async (_what, method, path, body) => {
  const answer = await space.request(method, path.replace(':id', space.contact.id), { body });
  expect(answer.body).toMatchObject({ status: 400, code: 'invalid' });
});

test('a condition that is nested too deeply is 400', async () => {
  const condition = Array.from({ length: 30 }).reduce<object>((inner) => ({ not: inner }), { tag: 'vip' });
  expect((await space.request('POST', '/audiences', { body: { name: 'Deep', condition } })).body).toMatchObject({ status: 400 });
});

test('rejected bodies change nothing and emit no event', () => space.expectUnchanged());

test('custom fields return every JSON value unchanged', async () => {
  const { request } = await newSpace();
  const custom_fields = {
    constructor: { prototype: { polluted: true } },
    toString: 'x',
    'a.b': 1,
    "'; --": '$1',
    '': 'empty',
    emoji: '\u{1f469}\u200d\u{1f680}',
    sum: 0.1 + 0.2,
    most: Number.MAX_SAFE_INTEGER,
    none: null,
    list: [[], {}],
  };
  const made = await request('POST', '/contacts', { body: { ...eve, name: '<img src=x onerror=alert(1)> $& {{7*7}}', custom_fields } });
  const read = await request('GET', `/contacts/${made.body.id}`);
  expect(read.body).toMatchObject({ name: '<img src=x onerror=alert(1)> $& {{7*7}}', custom_fields });
});

test('the last value wins for a duplicate key', async () => {
  const { request } = await newSpace();
  const { body } = await request('POST', '/contacts', { raw: '{"name":"First","email":"eve@example.com","name":"Last"}' });
  expect(body).toMatchObject({ name: 'Last' });
});

test('fields at their maximum length are stored unchanged', async () => {
  const { request } = await newSpace();
  const body = { name: '\u{1f600}'.repeat(100), email: 'eve@example.com', bio: 'x'.repeat(4_000), company: 'x'.repeat(200) };
  const { body: contact } = await request('POST', '/contacts', { body });
  expect(contact).toMatchObject(body);
});
