import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { bookingPages, forms, publicBooking } from '@space/contracts/scheduling';
import { sql } from '@space/database';
import type { TestServices } from '@space/runtime/testing';
import { newSpace, rejection, startForms } from './fixtures/forms.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startForms();
});
afterAll(() => services.stop());

const text = { key: 'name', label: 'Name', type: 'short_text' };
const path = (problem: { extras: { errors?: { path: string }[] } }) => problem.extras.errors?.map((one) => one.path);

describe('a redirect', () => {
  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    ' https://example.com',
    'https://example.com\n.evil.example',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'http://example.com',
    '//evil.example',
    '/relative',
    'https://user:secret@example.com',
    'https://example.com@evil.example',
    'https:\\\\evil.example',
    'https://exa mple.com',
    'https://',
    'https://example.com/"><script>',
    `https://example.com/${'x'.repeat(2_000)}`,
  ])('is never %j', async (redirect_url) => {
    const { form } = newSpace(services);
    expect(path(await rejection(form([text], { redirect_url })))).toEqual(['redirect_url']);
    expect(path(await rejection(form([text], { quiz: { outcomes: [{ min_percent: 0, message: 'x', redirect_url }] } })))).toEqual([
      'quiz.outcomes.0.redirect_url',
    ]);
  });

  test('may be any https address', async () => {
    const { form } = newSpace(services);
    expect(await form([text], { redirect_url: 'https://example.com:8443/thanks?a=b&c=%20#d' })).toMatchObject({
      redirect_url: 'https://example.com:8443/thanks?a=b&c=%20#d',
    });
  });
});

const MARKUP = '<img src=x onerror=alert(1)>"\'--><script>alert(2)</script>{{constructor}}';

test('markup in any text of a form is escaped on its pages', async () => {
  const { form, visitor } = newSpace(services);
  const options = [{ value: MARKUP, label: MARKUP }];
  const fields = [
    { key: 'a', label: MARKUP, type: 'short_text', help: MARKUP, placeholder: MARKUP, default_value: MARKUP, required: true },
    { key: 'b', label: MARKUP, type: 'radio', options },
    { key: 'c', label: MARKUP, type: 'matrix', options, rows: [MARKUP] },
    {
      key: 'd',
      label: MARKUP,
      type: 'nps',
      validation: { min_label: MARKUP, max_label: MARKUP },
      visible_if: { field: 'b', op: 'neq', value: MARKUP },
    },
    { key: 'e', label: MARKUP, type: 'heading' },
    { key: 'f', label: MARKUP, type: 'ranking', options },
    { key: 'g', label: MARKUP, type: 'hidden' },
  ];
  const { id } = await form(fields, { name: MARKUP, description: MARKUP, success_message: MARKUP });
  const pages = [
    await visitor.open(id, { query: { a: MARKUP, g: MARKUP } }),
    await visitor.send(id, { a: '', b: MARKUP, g: MARKUP }),
    await visitor.send(id, { a: MARKUP, 'c.0': MARKUP }),
  ];
  expect(pages.map(({ status }) => status)).toEqual([200, 400, 200]);
  for (const { body } of pages) {
    expect(body).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(body).not.toMatch(/<img|<script>alert|alert\(2\)<\/script>/);
  }
});

describe('a form is rejected, with the path of the error, when it has', () => {
  const rows: readonly (readonly [what: string, fields: readonly object[], at: string])[] = [
    ['two of one key', [text, text], 'fields.1.key'],
    ['choices without options', [{ ...text, type: 'select' }], 'fields.0.options'],
    ['the same option twice', [{ ...text, type: 'radio', options: ['a', 'a'] }], 'fields.0.options.1.value'],
    ['options of a text', [{ ...text, options: ['a'] }], 'fields.0.options'],
    ['a matrix without rows', [{ ...text, type: 'matrix', options: ['a'] }], 'fields.0.rows'],
    ['a row that is no name', [{ ...text, type: 'matrix', options: ['a'], rows: ['__proto__'] }], 'fields.0.rows'],
    ['a heading that must be answered', [{ ...text, type: 'heading', required: true }], 'fields.0.required'],
    ['rules of another type', [{ ...text, validation: { max_date: '2026-01-01' } }], 'fields.0.validation.max_date'],
    ['rules the wrong way round', [{ ...text, type: 'number', validation: { min: 5, max: 1 } }], 'fields.0.validation.max'],
    ['a rating of a thousand', [{ ...text, type: 'rating', validation: { max: 1_000 } }], 'fields.0.validation.max'],
    ['an invalid pattern', [{ ...text, validation: { pattern: '(' } }], 'fields.0.validation.pattern'],
    ['a file of a kind that runs', [{ ...text, type: 'file', validation: { accept: ['html'] } }], 'fields.0.validation.accept'],
    ['a default that is no answer', [{ ...text, type: 'number', default_value: 'ten' }], 'fields.0.default_value'],
    ['a condition on an unknown field', [{ ...text, visible_if: { field: 'missing', op: 'eq', value: 1 } }], 'fields.0.visible_if'],
    ['a condition on itself', [{ ...text, visible_if: { field: 'name', op: 'eq', value: 1 } }], 'fields.0.visible_if'],
    [
      'two that hang on each other',
      [
        { ...text, key: 'a', visible_if: { field: 'b', op: 'is_empty' } },
        { ...text, key: 'b', visible_if: { field: 'a', op: 'is_empty' } },
      ],
      'fields.0.visible_if',
    ],
    ['a key of another language', [{ ...text, key: '__proto__' }], 'fields.0.key'],
    ['an unknown type', [{ ...text, type: 'password' }], 'fields.0.type'],
    ['a place in no contact', [{ ...text, map_to: 'contact.__proto__' }], 'fields.0.map_to'],
    ['an unknown setting', [{ ...text, onclick: 'alert(1)' }], 'fields.0.onclick'],
  ];

  test.each(rows)('%s', async (_what, fields, at) => {
    expect(path(await rejection(newSpace(services).form(fields)))).toContain(at);
  });

  test('ten thousand fields', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ ...text, key: `f${at}` }));
    expect(path(await rejection(newSpace(services).form(many)))).toEqual(['fields']);
  });

  test('a condition deeper or wider than the limits', async () => {
    const question = { field: 'other', op: 'is_empty' };
    const deep = Array.from({ length: 20 }).reduce((inner) => ({ not: inner }), question as object);
    const wide = { and: Array.from({ length: 10 }, () => ({ or: Array.from({ length: 10 }, () => question) })) };
    for (const visible_if of [deep, wide])
      expect(
        path(
          await rejection(
            newSpace(services).form([
              { ...text, visible_if },
              { ...text, key: 'other' },
            ]),
          ),
        ),
      ).toEqual(['fields.0.visible_if']);
  });
});

describe('a hostile answer', () => {
  test.each([
    ['a key of every object', '{"__proto__":{"admin":true}}'],
    ['half a character', '{"name":"\\ud800"}'],
    ['nothing at all in a text', '{"name":"a\\u0000b"}'],
    ['a number no computer keeps exactly', '{"amount":1e300}'],
    ['a list for a text', '{"name":["a"]}'],
    ['an object for a number', '{"amount":{"$gt":0}}'],
    ['SQL', '{"name; drop table form":"x"}'],
    ['too deep', `{"name":${'['.repeat(70)}${']'.repeat(70)}}`],
  ])('with %s is rejected with 400 and changes nothing', async (_what, data) => {
    const { form, submissions, submit } = newSpace(services);
    const { id } = await form([text, { key: 'amount', label: 'Amount', type: 'number' }]);
    const sent = submit(id, JSON.parse(data));
    expect((await rejection(sent)).status).toBe(400);
    expect(await submissions(id)).toEqual([]);
  });

  test('to a pattern with exponential backtracking is validated in linear time', async () => {
    const { form, submit } = newSpace(services);
    const { id } = await form([{ ...text, validation: { pattern: '^(a+)+$' } }]);
    expect((await rejection(submit(id, { name: `${'a'.repeat(400)}!` }))).status).toBe(400);
  });

  test('that is too long for a contact, or has several lines, does not lose the submission', async () => {
    const { form, submit, call } = newSpace(services);
    const { id } = await form([
      { key: 'bio', label: 'About', type: 'long_text', map_to: 'contact.name' },
      { key: 'email', label: 'Email', type: 'email' },
    ]);
    await submit(id, { bio: `Ada\n${'😀'.repeat(150)}`, email: 'ada@example.com' });
    const [person] = (await call(contacts, 'list', {})).data;
    expect(person!.name).toMatch(/^Ada 😀/);
    expect(person!.name!.length).toBeLessThanOrEqual(200);
  });
});

test('a form above the bound of inputs is refused, and the pages of one that was saved before say so', async () => {
  const { form, visitor, call, caller } = newSpace(services);
  const matrix = {
    key: 'grid',
    label: 'Grid',
    type: 'matrix',
    rows: Array.from({ length: 50 }, (_, at) => `row ${at}`),
    options: Array.from({ length: 200 }, (_, at) => ({ value: `v${at}`, label: `v${at}` })),
  };
  const refused = await rejection(form([text, matrix]));
  expect(refused.extras.errors).toMatchObject([{ path: 'fields.1', code: 'too_many_inputs', message: expect.stringContaining('10001') }]);
  const { id } = await form([text]);
  await services.ports.database.query(sql.typeAlias('void')`
    update scheduling.form_version set fields = ${JSON.stringify([matrix])}::jsonb where space_id = ${caller.space_id} and form_id = ${id}`);
  const booking = await call(bookingPages, 'create', { name: 'Meet', form_id: id, min_notice_hours: 0 } as never);
  const pages = [await visitor.open(id), await visitor.post(id, { 'grid.0': 'v1' })];
  expect(pages.map(({ status, body }) => [status, body.includes('too many questions')])).toEqual(Array(2).fill([422, true]));
  const [slot] = (await call(bookingPages, 'preview', { id: booking.id })).slots;
  const query = { start: slot!.starts_at };
  const page = await call(publicBooking, 'open', { id: booking.id, path: `/book/${booking.id}`, query, visitor: '192.0.2.1' });
  expect([page.status, page.body.includes('too many questions')]).toEqual([422, true]);
});

test('a form that a booking page uses cannot be deleted, and the error says why', async () => {
  const { call, form, caller } = newSpace(services);
  const { id } = await form([text]);
  const page = await call(bookingPages, 'create', { name: 'Meet', form_id: id } as never);
  expect(await rejection(call(forms, 'delete', { id }))).toMatchObject({ code: 'attached', status: 409 });
  await call(bookingPages, 'update', { id: page.id, form_id: null } as never);
  expect(await call(forms, 'delete', { id })).toEqual({ id, deleted: true });
  expect(caller.space_id).toMatch(/^spc_/);
});
