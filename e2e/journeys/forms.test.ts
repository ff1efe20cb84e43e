import { afterAll, expect, test } from '@jest/globals';
import type { contracts } from '@space/contracts/catalog';
import type { ArgumentsOf } from '@space/contracts/core';
import { answerTypes, MAX_FORM_FILE_MB } from '@space/contracts/scheduling';
import { eventually } from '@space/runtime/testing';
import { profile } from '../profile.ts';
import { newSpace } from '../space.ts';
import { callTool } from './mcp-post.ts';
import { closeReceivers, newWebhookSpace } from './webhook-space.ts';

afterAll(closeReceivers);

type Fields = NonNullable<ArgumentsOf<typeof contracts.forms.operations.create>['fields']>;
type Field = Omit<Fields[number], 'label'>;

const labelled = (fields: readonly Field[]): Fields => fields.map((field) => ({ ...field, label: `Your ${field.key}` }));

/** The smallest picture there is. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

test('a form is created from a template, activated, submitted over REST, MCP and the client, and reported', async () => {
  const space = await newWebhookSpace({ event_types: ['form_submission'] });
  const { client, request, api_key } = space;
  const { data: templates } = await client.forms.templates();
  expect(templates.map(({ template }) => template)).toContain('nps');
  const made = await callTool(api_key, 'create_form', { name: 'How was it?', template: 'nps' });
  const form = made.structuredContent;
  expect(form).toMatchObject({ status: 'active', template: 'nps', version: 1, url: expect.stringMatching(/\/f\/frm_/) });
  expect((await fetch(form.url)).status).toBe(200);

  const path = `/forms/${form.id}`;
  expect((await request('PATCH', path, { body: { status: 'paused' } })).body.status).toBe('paused');
  const early = await request('POST', `${path}/submit`, { body: { data: { score: 9 } } });
  expect(early.body).toMatchObject({ status: 409, code: 'conflict', detail: expect.stringContaining('paused') });
  expect((await request('PATCH', path, { body: { status: 'active' } })).body.status).toBe('active');

  const promoter = { score: 10, reason_promoter: 'Everything', follow_up_ok: true, email: 'Ada@Example.com' };
  const sent = await request('POST', `${path}/submit`, { body: { data: promoter } });
  expect(sent).toMatchObject({ status: 200, body: { status: 'confirmed', data: { ...promoter, email: 'ada@example.com' } } });
  // Wait for each event: a webhook gets concurrent events in any order.
  const { event } = await space.received('form_submission');
  await client.forms.submit({ id: form.id, data: { score: 7 } });
  expect((await callTool(api_key, 'submit_form', { id: form.id, data: { score: '0' } })).structuredContent.data).toEqual({ score: 0 });

  const [contact] = (await client.contacts.list()).data;
  expect(contact).toMatchObject({ id: sent.body.contact_id, email: 'ada@example.com' });
  expect(event.data).toMatchObject({
    form_id: form.id,
    form: 'How was it?',
    submission_id: sent.body.id,
    answers: { score: 10 },
    contact_id: contact!.id,
    contact: { email: 'ada@example.com' },
    actor: { kind: 'api_key', name: 'Test key' },
  });

  const report = (await callTool(api_key, 'get_form_report', { id: form.id, verbose: true })).structuredContent;
  expect(report).toEqual({ ...(await client.forms.report({ id: form.id })), untrusted: expect.any(String) });
  expect(report.submissions).toEqual({ pending_confirmation: 0, confirmed: 3, expired: 0 });
  expect(report.fields[0]).toMatchObject({ nps: { responses: 3, promoters: 1, passives: 1, detractors: 1, score: 0 } });
});

test('a rejected submission names every wrong answer, with the same text over REST and MCP', async () => {
  const { client, request, api_key } = await newSpace();
  const { id } = await client.forms.create({ name: 'Apply', template: 'job_application' });
  const data = { email: 'invalid', years_experience: 99, nmae: 'Ada' };
  const { body } = await request('POST', `/forms/${id}/submit`, { body: { data } });
  expect(body).toMatchObject({ status: 400, code: 'invalid' });
  expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(
    ['full_name', 'email', 'phone', 'position', 'resume', 'years_experience', 'work_authorized', 'consent', 'nmae'].map(
      (key) => `data.${key}`,
    ),
  );
  const result = await callTool(api_key, 'submit_form', { id, data });
  expect(result.isError).toBe(true);
  expect(result.content[0].text).toContain(body.detail);
  expect((await client.form_submissions.list({ id })).data).toEqual([]);
});

test('answers of each of the 28 question types are accepted, stored and emitted; an uploaded file is returned unchanged', async () => {
  const space = await newWebhookSpace({ event_types: ['form_submission'] });
  const { client, api_key, request } = space;
  const answers: Readonly<Record<(typeof answerTypes)[number], readonly [given: unknown, stored?: unknown, field?: object]>> = {
    short_text: [' Ada ', 'Ada'],
    long_text: ['one\r\ntwo', 'one\ntwo'],
    email: ['Ada@Example.com', 'ada@example.com'],
    phone: ['+44 20 7946 0000', '+442079460000'],
    url: ['example.com', 'https://example.com'],
    number: ['3.5', 3.5],
    currency: [19.99, 19.99, { validation: { currency: 'GBP' } }],
    select: ['Red', 'Red', { options: ['Red', 'Blue'] }],
    multi_select: [['Red', 'Blue'], ['Red', 'Blue'], { options: ['Red', 'Blue'] }],
    radio: ['Violet', 'Violet', { options: ['Red', { value: 'Other', other: true }] }],
    checkbox: ['on', true],
    yes_no: ['no', false],
    date: ['2024-02-29'],
    time: ['08:05:00', '08:05'],
    datetime: ['2026-03-31T14:30:00+02:00', '2026-03-31T12:30:00.000Z'],
    date_range: [{ start: '2026-01-01', end: '2026-01-31' }],
    rating: [5],
    scale: [0, 0, { validation: { min: 0, max: 4 } }],
    nps: [0],
    matrix: [
      { Food: 'Good', Music: 'Bad' },
      { Food: 'Good', Music: 'Bad' },
      { options: ['Good', 'Bad'], rows: ['Food', 'Music'] },
    ],
    ranking: [['Blue', 'Red'], ['Blue', 'Red'], { options: ['Red', 'Blue'] }],
    file: [undefined, undefined, { validation: { accept: ['png'] } }],
    signature: ['Ada Lovelace'],
    address: [
      { line1: '1 High Street', city: 'London', country: 'gb' },
      { line1: '1 High Street', city: 'London', country: 'GB' },
    ],
    full_name: ['Ada Lovelace'],
    country: ['fr', 'FR'],
    consent: [true],
    hidden: ['newsletter'],
  };
  expect(Object.keys(answers)).toHaveLength(28);
  const fields = labelled(answerTypes.map((type) => ({ key: `q_${type}`, type, required: true, ...answers[type][2] }) as Field));
  const { id } = await client.forms.create({ name: 'Everything', fields });

  const name = 'Ada’s engine.png';
  const file = await client.form_files.upload({ id, field_key: 'q_file', name, content_base64: png.toString('base64') });
  expect(file).toMatchObject({ name, content_type: 'image/png', size: png.length });
  const given = Object.fromEntries(answerTypes.map((type) => [`q_${type}`, type === 'file' ? file.id : answers[type][0]]));
  const { data, contact_id } = await client.forms.submit({ id, data: given as never });
  const stored = Object.fromEntries(
    answerTypes.map((type) => [
      `q_${type}`,
      type === 'file' ? [{ file_id: file.id, name, content_type: 'image/png', size: png.length }] : (answers[type][1] ?? answers[type][0]),
    ]),
  );
  expect(data).toEqual(stored);
  expect((await space.received('form_submission')).event.data).toMatchObject({
    answers: stored,
    contact: { id: contact_id, name: 'Ada Lovelace' },
  });

  const [url, headers] = [`${profile.base_url}/forms/${id}/files/${file.id}`, { authorization: `Bearer ${api_key}` }];
  const saved = await fetch(url, { headers: { ...headers, accept: 'application/octet-stream' } });
  expect(Buffer.from(await saved.arrayBuffer())).toEqual(png);
  expect(Object.fromEntries(saved.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="Ada_s engine.png"; filename*=UTF-8''Ada%E2%80%99s%20engine.png`,
    'x-content-type-options': 'nosniff',
  });
  expect((await client.form_files.download({ id, file_id: file.id })).content_base64).toBe(png.toString('base64'));
  const script = { field_key: 'q_file', name: 'me.png', content_base64: Buffer.from('<script>alert(1)</script>').toString('base64') };
  expect((await request('POST', `/forms/${id}/files`, { body: script })).body).toMatchObject({ status: 400, code: 'invalid' });
});

test('a submission stays with the form version that it answered', async () => {
  const { client } = await newSpace();
  const before = labelled([{ key: 'colour', type: 'select', options: ['Red', 'Blue'] }]);
  const { id, fields } = await client.forms.create({ name: 'Changing', fields: before });
  const { id: submission_id } = await client.forms.submit({ id, data: { colour: 'Red' } });
  const { version } = await client.forms.update({ id, fields: labelled([{ key: 'age', type: 'number', required: true }]) });
  expect(version).toBe(2);
  await expect(client.forms.submit({ id, data: { colour: 'Red' } })).rejects.toMatchObject({ status: 400 });
  await client.forms.submit({ id, data: { age: 36 } });
  const { data } = await client.form_submissions.list({ id });
  expect(data.map((one) => [one.form_version, one.data])).toEqual([
    [2, { age: 36 }],
    [1, { colour: 'Red' }],
  ]);
  expect((await client.form_submissions.get({ id, submission_id })).fields).toEqual(fields);
  expect((await client.forms.versions({ id })).data.map((one) => one.version)).toEqual([2, 1]);
});

test('with double opt-in a submission creates its contact and event only after the confirmation link is used', async () => {
  const space = await newWebhookSpace({ event_types: ['form_submission', 'form_confirmation_requested', 'contact_created'] });
  const { client, receiver } = space;
  const fields = labelled([{ key: 'email', type: 'email' }]);
  const { id } = await client.forms.create({ name: 'News', double_opt_in: true, fields });
  await client.forms.submit({ id, data: { email: 'ada@example.com' } });
  const { event } = await space.received('form_confirmation_requested');
  expect(JSON.stringify(event)).not.toContain('/confirm/');
  const submission_id = String(event.data.submission_id);
  const { confirmation_url: link, email } = await client.form_submissions.create_link({ id, submission_id });
  expect(email).toBe('ada@example.com');
  for (let scanned = 0; scanned < 2; scanned++) expect(await (await fetch(link)).text()).toContain('<button');
  expect((await client.contacts.list()).data).toEqual([]);
  expect(receiver.received).toHaveLength(1);
  expect((await fetch(link, { method: 'POST', body: new URLSearchParams() })).status).toBe(200);
  const submitted = (await space.received('form_submission')).event.data;
  expect(submitted).toMatchObject({ contact: { email: 'ada@example.com' }, actor: { kind: 'person' } });
  expect((await client.form_submissions.list({ id })).data).toMatchObject([{ status: 'confirmed', contact_id: submitted.contact_id }]);
  await space.received('contact_created');
  expect(receiver.received.map(({ event }) => event.type).sort()).toEqual([
    'contact_created',
    'form_confirmation_requested',
    'form_submission',
  ]);
});

test('a form can be submitted without a browser, from any site, with a file of the maximum size', async () => {
  const { client } = await newSpace();
  const fields = labelled([
    { key: 'name', type: 'short_text', required: true },
    { key: 'plan', type: 'file', required: true, validation: { accept: ['pdf'] } },
  ]);
  const { id, url } = await client.forms.create({ name: 'Plans', success_message: 'We have it.', fields });
  const opened = await fetch(url);
  expect([opened.headers.get('set-cookie'), opened.headers.get('x-frame-options')]).toEqual([null, null]);
  const visit = /name="-visit" value="([^"]+)"/.exec(await opened.text())![1]!;
  const largest = Buffer.alloc(MAX_FORM_FILE_MB * 1_048_576, 'plan ');
  largest.write('%PDF-1.7');
  const page = new FormData();
  for (const [name, value] of Object.entries({ '-visit': visit, q: 'passed over', name: 'Ada' })) page.append(name, value);
  page.append('plan', new File([largest], 'plan.pdf'));
  const headers = { origin: 'null', 'sec-fetch-site': 'cross-site' };
  // The token contains the time of the page load; a submission before the minimum time is rejected.
  const sent = await eventually(
    async () => {
      const answer = await fetch(url, { method: 'POST', body: page, headers });
      expect(answer.status).toBe(200);
      return answer.text();
    },
    { timeout: 15_000 },
  );
  expect(sent).toContain('We have it.');
  const [submission] = (await client.form_submissions.list({ id })).data;
  const [{ file_id }] = submission!.data.plan as unknown as [{ file_id: string }];
  const { content_base64, ...about } = await client.form_files.download({ id, file_id });
  expect(about).toMatchObject({ name: 'plan.pdf', content_type: 'application/pdf', size: largest.length });
  expect(Buffer.from(content_base64, 'base64').equals(largest)).toBe(true);
  const again = await client.form_files.upload({ id, field_key: 'plan', name: 'plan.pdf', content_base64 });
  expect(again.size).toBe(largest.length);
});

test('a feed with a form filter contains the submissions of that form only', async () => {
  const { client } = await newSpace();
  const fields = labelled([{ key: 'name', type: 'short_text' }]);
  const [one, other] = [await client.forms.create({ name: 'One', fields }), await client.forms.create({ name: 'Other', fields })];
  const { subscription } = await client.event_subscriptions.create({
    kind: 'feed',
    name: 'One form',
    event_types: ['form_submission'],
    filters: { form_submission: { form_id: one.id } },
  });
  for (const { id, name } of [other, one]) await client.forms.submit({ id, data: { name } });
  const events = await eventually(async () => {
    const { events } = await client.events.list({ subscription_id: subscription.id });
    expect(events).not.toEqual([]);
    return events;
  });
  expect(events.map(({ data }) => data.form)).toEqual(['One']);
});
