import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { formFiles, formSubmissions, forms, MAX_FORM_VERSIONS } from '@space/contracts/scheduling';
import { sql } from '@space/database';
import type { TestServices } from '@space/runtime/testing';
import { z } from 'zod';
import { newSpace, rejection, startForms } from './fixtures/forms.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startForms();
});
afterAll(() => services.stop());

const inquiry = [
  { key: 'name', label: 'Your name', type: 'text', required: true },
  { key: 'email', label: 'Email', type: 'email', required: true },
  { key: 'topic', label: 'Topic', type: 'dropdown', options: ['Sales', { value: 'support', label: 'Support' }] },
];

describe('a form', () => {
  test('is active when it is created, with canonical field types and a public page', async () => {
    const { form, call } = newSpace(services);
    const made = await form(inquiry);
    expect(made).toMatchObject({ status: 'active', version: 1, template: null, field_count: 3, double_opt_in: false, quiz: null });
    expect(made.url).toMatch(new RegExp(`/f/${made.id}$`));
    expect(made.fields).toEqual([
      { key: 'name', label: 'Your name', type: 'short_text', required: true },
      { key: 'email', label: 'Email', type: 'email', required: true },
      {
        key: 'topic',
        label: 'Topic',
        type: 'select',
        options: [
          { value: 'Sales', label: 'Sales' },
          { value: 'support', label: 'Support' },
        ],
      },
    ]);
    expect(await call(forms, 'get', { id: made.id })).toEqual(made);
  });

  test('is read, changed and written back; writing back what was read changes nothing', async () => {
    const { form, call, events } = newSpace(services);
    const made = await form(inquiry);
    const again = await call(forms, 'update', { id: made.id, fields: made.fields });
    expect(again).toEqual({ ...made, before: {} });
    const changed = await call(forms, 'update', { id: made.id, fields: [...made.fields.slice(0, 2)], name: 'Contact' });
    expect(changed).toMatchObject({ version: 2, field_count: 2, name: 'Contact' });
    const versions = await call(forms, 'versions', { id: made.id });
    expect(versions.data.map(({ version, fields }) => [version, fields.length])).toEqual([
      [2, 2],
      [1, 3],
    ]);
    expect((await events()).map(({ type, data }) => [type, data.changed ?? null])).toEqual([
      ['form_created', null],
      ['form_updated', ['name', 'fields']],
    ]);
  });

  test('of another Space is not found', async () => {
    const [here, there] = [newSpace(services), newSpace(services)];
    const { id } = await there.form(inquiry);
    for (const act of [
      () => here.call(forms, 'get', { id }),
      () => here.call(forms, 'update', { id, name: 'Mine' }),
      () => here.call(forms, 'delete', { id }),
      () => here.submit(id, {}),
      () => here.call(formSubmissions, 'list', { id }),
      () => here.call(forms, 'report', { id }),
      () => here.call(forms, 'versions', { id }),
    ])
      expect((await rejection(act())).code).toBe('not_found');
  });

  test('that is not active takes no answers, and the error says how to open it', async () => {
    const { form, call, submit } = newSpace(services);
    const { id } = await form(inquiry);
    for (const status of ['draft', 'paused', 'archived'] as const) {
      await call(forms, 'update', { id, status });
      expect(await rejection(submit(id, { name: 'Ada', email: 'ada@example.com' }))).toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('active'),
      });
    }
  });
});

describe('a submission', () => {
  test('with errors is rejected with all errors together and stores nothing', async () => {
    const { form, submit, submissions } = newSpace(services);
    const { id } = await form(inquiry);
    const { status, extras } = await rejection(submit(id, { email: 'invalid', topic: 'Weather', nmae: 'Ada' }));
    expect(status).toBe(400);
    expect(extras.errors).toEqual([
      { path: 'data.name', code: 'required', message: 'is required' },
      { path: 'data.email', code: 'wrong_format', message: 'must be an email address, like ada@example.com' },
      { path: 'data.topic', code: 'not_a_choice', message: 'must be one of Sales, support' },
      { path: 'data.nmae', code: 'unknown_field', message: 'is not a field of this form' },
    ]);
    expect(await submissions(id)).toEqual([]);
  });

  test('captures its contact, emits both events, and is listed newest first', async () => {
    const { form, submit, submissions, call, events } = newSpace(services);
    const { id } = await form([...inquiry, { key: 'company', label: 'Company', type: 'short_text' }]);
    const first = await submit(id, { name: ' Ada ', email: 'Ada@Example.com', company: 'Engines' });
    expect(first).toMatchObject({
      status: 'confirmed',
      form_version: 1,
      source: 'api',
      data: { name: 'Ada', email: 'ada@example.com', company: 'Engines' },
    });
    const second = await submit(id, { name: 'Ada Lovelace', email: 'ada@example.com', company: '' });
    expect(second.contact_id).toBe(first.contact_id);
    const { data } = await call(contacts, 'list', {});
    expect(data).toMatchObject([{ id: first.contact_id, name: 'Ada Lovelace', email: 'ada@example.com', company: 'Engines' }]);
    expect((await submissions(id)).map((one) => one.id)).toEqual([second.id, first.id]);
    const emitted = (await events()).filter(({ type }) => type === 'form_submission');
    expect(emitted[1]!.data).toMatchObject({
      form_id: id,
      form: 'Inquiry',
      submission_id: second.id,
      answers: { name: 'Ada Lovelace', email: 'ada@example.com' },
      contact_id: first.contact_id,
      contact: { first_name: 'Ada', company: 'Engines' },
      actor_kind: 'api_key',
    });
  });

  test('of a form that is deleted concurrently is stored, or finds no form', async () => {
    const { form, submit, call, visitor } = newSpace(services);
    for (let round = 0; round < 5; round++) {
      const { id } = await form([...inquiry.slice(0, 2), { key: 'cv', label: 'CV', type: 'file' }]);
      const send = () => submit(id, { name: 'Ada', email: 'ada@example.com' });
      const upload = () => call(formFiles, 'upload', { id, field_key: 'cv', name: 'cv.pdf', content_base64: 'JVBERi0xLjQKJSVFT0YK' });
      const file = { field: 'cv', name: 'cv.pdf', content_base64: 'JVBERi0xLjQKJSVFT0YK' };
      const deleting = call(forms, 'delete', { id });
      const results = await Promise.allSettled([send(), upload(), visitor.post(id, {}, [file]), send(), deleting, send(), upload()]);
      for (const one of results) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'not_found' });
    }
  });

  test('stores the version of the form that it answers', async () => {
    const { form, submit, call, submissions } = newSpace(services);
    const made = await form(inquiry);
    const { id: submission_id } = await submit(made.id, { name: 'Ada', email: 'ada@example.com', topic: 'Sales' });
    await call(forms, 'update', { id: made.id, fields: [{ key: 'age', label: 'Age', type: 'number' }] });
    await submit(made.id, { age: 36 });
    expect((await submissions(made.id)).map(({ form_version, data }) => [form_version, data])).toEqual([
      [2, { age: 36 }],
      [1, { name: 'Ada', email: 'ada@example.com', topic: 'Sales' }],
    ]);
    expect((await call(formSubmissions, 'get', { id: made.id, submission_id })).fields).toEqual(made.fields);
  });
});

describe('the versions of a form', () => {
  const fieldsOf = (label: string) => [{ key: 'age', label, type: 'number' as const }];

  test('are bounded: the oldest that no submission answers is deleted, and when there is none a new one is refused', async () => {
    const { form, submit, call, caller } = newSpace(services);
    const { id } = await form(fieldsOf('First'));
    await submit(id, { age: 36 });
    await services.ports.database.query(sql.typeAlias('void')`
      insert into scheduling.form_version select v.space_id, v.form_id, n, v.fields, v.created_at
      from scheduling.form_version as v, generate_series(2, ${MAX_FORM_VERSIONS}::int) as n where v.form_id = ${id}`);
    await services.ports.database.query(sql.typeAlias('void')`
      update scheduling.form set fields_version = ${MAX_FORM_VERSIONS} where space_id = ${caller.space_id} and id = ${id}`);
    const update = (label: string) => call(forms, 'update', { id, fields: fieldsOf(label) });
    expect(await update('Second')).toMatchObject({ version: MAX_FORM_VERSIONS + 1 });
    const numbers = (await call(forms, 'versions', { id, limit: 200, include_total: true })) as { total?: number };
    expect(numbers.total).toBe(MAX_FORM_VERSIONS);
    const stored = await services.ports.database.anyFirst(sql.type(z.object({ version: z.number() }))`
      select version from scheduling.form_version where form_id = ${id} and version <= 3 order by version`);
    expect(stored).toEqual([1, 3]);
    await services.ports.database.query(sql.typeAlias('void')`
      insert into scheduling.form_submission (space_id, id, form_id, form_version, status, data, source, created_at, updated_at)
      select s.space_id, s.id || n, s.form_id, n, s.status, s.data, s.source, s.created_at, s.updated_at
      from scheduling.form_submission as s, generate_series(2, ${MAX_FORM_VERSIONS}::int) as n where s.form_id = ${id}`);
    await expect(update('Third')).rejects.toMatchObject({ code: 'limit_reached' });
    expect(await call(forms, 'get', { id })).toMatchObject({ version: MAX_FORM_VERSIONS + 1, fields: [{ label: 'Second' }] });
    expect(await call(forms, 'update', { id, name: 'Renamed' })).toMatchObject({ name: 'Renamed' });
  });
});

test('the answers about one form have the HTML that embeds it; a list does not', async () => {
  const { form, call } = newSpace(services);
  const { id, url, embed_html, embed_inline_html } = await form(inquiry, { name: 'Write to "us" & more' });
  expect(embed_html).toMatch(
    /^<iframe src="[^"]+" title="Write to &quot;us&quot; &amp; more" name="space-frame" [^>]+><\/iframe><script>.+<\/script>$/,
  );
  expect(embed_html).toContain(`src="${url}"`);
  expect(embed_inline_html).toBe(embed_html.replace('name="space-frame"', 'name="space-inline"'));
  expect(await call(forms, 'get', { id })).toMatchObject({ embed_html, embed_inline_html });
  expect((await call(forms, 'update', { id, name: 'Us' })).embed_html).toContain(' title="Us" ');
  expect((await call(forms, 'list', {})).data[0]).not.toHaveProperty('embed_html');
});

test('forms are listed by name, and submissions by time and contact, in both directions', async () => {
  const { form, call, submit } = newSpace(services);
  for (const name of ['beta', 'Alpha', 'gamma']) await form(inquiry, { name });
  const names = async (sort: 'name' | '-name' | 'created_at') => {
    const first = await call(forms, 'list', { sort, limit: 2 });
    return [...first.data, ...(await call(forms, 'list', { sort, limit: 2, cursor: first.next_cursor! })).data].map(({ name }) => name);
  };
  expect(await names('name')).toEqual(['Alpha', 'beta', 'gamma']);
  expect(await names('-name')).toEqual(['gamma', 'beta', 'Alpha']);
  expect(await names('created_at')).toEqual(['beta', 'Alpha', 'gamma']);
  const { id } = await form(inquiry);
  const sent = [];
  for (const email of ['ada@example.com', 'grace@example.com', 'ada@example.com']) {
    sent.push(await submit(id, { name: 'Name', email }));
    services.ports.clock.advance(60_000);
  }
  const ids = sent.map((one) => one.id);
  const listed = async (request: object) => (await call(formSubmissions, 'list', { id, ...request })).data.map((one) => one.id);
  expect(await listed({})).toEqual(ids.toReversed());
  expect(await listed({ sort: 'created_at' })).toEqual(ids);
  expect(await listed({ contact_id: sent[0]!.contact_id })).toEqual([ids[2], ids[0]]);
  expect(await listed({ since: sent[1]!.created_at, until: sent[2]!.created_at })).toEqual([ids[1]]);
});
