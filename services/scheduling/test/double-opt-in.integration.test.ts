import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { CONFIRMATION_HOURS, EXPIRED_SUBMISSION_DAYS, formSubmissions, forms } from '@space/contracts/scheduling';
import { sql } from '@space/database';
import type { TestServices } from '@space/runtime/testing';
import { deleteInChunks } from '@space/worker';
import { z } from 'zod';
import { submissionRetentionRules } from '../src/submissions/submission-retention.ts';
import { newSpace, rejection, startForms } from './fixtures/forms.ts';

const HOUR_MS = 3_600_000;

let services: TestServices;
beforeAll(async () => {
  services = await startForms();
});
afterAll(() => services.stop());

/** Applies the retention rules of submissions and files, as their task does. */
const applyRetention = async () => {
  for (const { deleteChunk } of submissionRetentionRules(services.ports)) await deleteInChunks(deleteChunk, 100);
};

const newsletter = [
  { key: 'name', label: 'Name', type: 'short_text' },
  { key: 'email', label: 'Email', type: 'email' },
];

async function waiting() {
  const space = newSpace(services);
  const form = await space.form(newsletter, { double_opt_in: true, success_message: 'Welcome!' });
  const sent = await space.submit(form.id, { name: 'Ada', email: 'ada@example.com' });
  const people = async () => (await space.call(contacts, 'list', {})).data;
  const emitted = async () => (await space.events()).filter(({ type }) => type === 'form_submission');
  const status = async () => (await space.submissions(form.id))[0]!.status;
  return { ...space, form, sent, url: await space.link(form.id, sent.id), people, emitted, status };
}

test('an unconfirmed submission makes no contact and no form_submission event', async () => {
  const { sent, people, emitted, events, status } = await waiting();
  expect(sent).toMatchObject({ status: 'pending_confirmation', contact_id: null, confirmed_at: null });
  expect([await people(), await emitted(), await status()]).toEqual([[], [], 'pending_confirmation']);
  const requested = (await events()).find(({ type }) => type === 'form_confirmation_requested')!;
  expect(requested.data).toMatchObject({ email: 'ada@example.com', submission_id: sent.id });
});

test('opening the confirmation link confirms nothing; its button confirms once', async () => {
  const { visitor, people, emitted, url, status } = await waiting();
  for (let scanned = 0; scanned < 3; scanned++) {
    const page = await visitor.askConfirmation(url);
    expect([page.status, page.body.includes('<button')]).toEqual([200, true]);
  }
  expect([await people(), await emitted(), await status()]).toEqual([[], [], 'pending_confirmation']);
  const pressed = await Promise.all([visitor.confirm(url), visitor.confirm(url), visitor.confirm(url)]);
  expect(pressed.map(({ status: code, body }) => [code, body.includes('Welcome!')])).toEqual(Array(3).fill([200, true]));
  expect(await people()).toMatchObject([{ name: 'Ada', email: 'ada@example.com' }]);
  const [event, ...more] = await emitted();
  expect(more).toEqual([]);
  expect(event!.data).toMatchObject({ actor_kind: 'person', contact: { name: 'Ada' }, answers: { name: 'Ada' } });
  expect(await status()).toBe('confirmed');
  expect((await visitor.askConfirmation(url)).body).toContain('Welcome!');
});

test('a confirmation link works for 48 hours, to the millisecond', async () => {
  const { visitor, url, status, people, form, call, sent } = await waiting();
  services.ports.clock.advance(CONFIRMATION_HOURS * HOUR_MS - 1);
  expect((await visitor.askConfirmation(url)).status).toBe(200);
  services.ports.clock.advance(1);
  expect((await visitor.askConfirmation(url)).status).toBe(410);
  expect((await visitor.confirm(url)).status).toBe(410);
  expect([await status(), await people()]).toEqual(['expired', []]);
  const expired = await call(formSubmissions, 'list', { id: form.id, status: 'expired' });
  expect(expired.data.map(({ id }) => id)).toEqual([sent.id]);
  await applyRetention();
  expect(await status()).toBe('expired');
});

test('resending voids the link, also after it has expired, and a new one confirms', async () => {
  const { visitor, url, call, form, sent, status, people, link } = await waiting();
  const resend = () => call(formSubmissions, 'resend', { id: form.id, submission_id: sent.id });
  const again = async () => {
    await resend();
    return { confirmation_url: await link(form.id, sent.id) };
  };
  services.ports.clock.advance(1_000);
  const first = await again();
  expect([(await visitor.confirm(url)).status, (await visitor.askConfirmation(first.confirmation_url!)).status]).toEqual([404, 200]);
  expect(await rejection(resend())).toMatchObject({ code: 'limited', status: 429 });
  services.ports.clock.advance(50 * HOUR_MS);
  expect(await rejection(link(form.id, sent.id))).toMatchObject({ code: 'conflict', status: 409 });
  expect((await visitor.confirm(first.confirmation_url!)).status).toBe(410);
  await applyRetention();
  const { confirmation_url } = await again();
  expect(await status()).toBe('pending_confirmation');
  expect((await visitor.askConfirmation(url)).status).toBe(404);
  expect((await visitor.confirm(url)).status).toBe(404);
  expect(await people()).toEqual([]);
  expect((await visitor.confirm(confirmation_url!)).status).toBe(200);
  expect(await status()).toBe('confirmed');
  services.ports.clock.advance(HOUR_MS);
  expect([await rejection(resend()), await rejection(link(form.id, sent.id))]).toMatchObject(Array(2).fill({ code: 'conflict' }));
});

test('a new link voids the one before, and a repeated call with the same idempotency key answers the same link', async () => {
  const { visitor, url, form, sent, call } = await waiting();
  const named = { id: form.id, submission_id: sent.id };
  const create = async () => (await call(formSubmissions, 'create_link', named, { idempotency_key: 'evt_1' })).confirmation_url;
  const created = await create();
  expect(await create()).toBe(created);
  expect([(await visitor.confirm(url)).status, (await visitor.confirm(created)).status]).toEqual([404, 200]);
});

test('the link is made with the scope forms:run only', () => {
  expect(formSubmissions.operations.create_link).toMatchObject({ scope: 'forms:run', confidential: true });
  const others = [forms.operations.submit, formSubmissions.operations.resend, formSubmissions.operations.get];
  for (const { output } of others) expect(JSON.stringify(z.toJSONSchema(output))).not.toContain('confirmation_url');
});

test('a changed form keeps unconfirmed submissions: the link works, and a new link goes to the same email', async () => {
  const { visitor, url, call, form, sent, events, people, status } = await waiting();
  const fields = [{ key: 'nickname', label: 'Nickname', type: 'short_text' as const }];
  await call(forms, 'update', { id: form.id, fields, double_opt_in: false, status: 'archived' });
  services.ports.clock.advance(1_000);
  await call(formSubmissions, 'resend', { id: form.id, submission_id: sent.id });
  expect((await events()).at(-1)).toMatchObject({ type: 'form_confirmation_requested', data: { email: 'ada@example.com' } });
  const made = await call(formSubmissions, 'create_link', { id: form.id, submission_id: sent.id });
  expect(made.email).toBe('ada@example.com');
  expect([(await visitor.confirm(url)).status, (await visitor.confirm(made.confirmation_url)).status]).toEqual([404, 200]);
  expect([await status(), await people()]).toMatchObject(['confirmed', [{ name: 'Ada', email: 'ada@example.com' }]]);
});

test('a confirmation link does not work at another form, and a guessed link does not work', async () => {
  const { visitor, url, form } = await waiting();
  const other = await waiting();
  expect((await visitor.confirm(url.replace(form.id, other.form.id))).status).toBe(404);
  expect((await visitor.confirm(`${url.slice(0, -3)}AAA`)).status).toBe(404);
});

test('an unconfirmed submission is deleted some weeks after its link has expired', async () => {
  const { submissions, form } = await waiting();
  services.ports.clock.advance(CONFIRMATION_HOURS * HOUR_MS);
  await applyRetention();
  services.ports.clock.advance(EXPIRED_SUBMISSION_DAYS * 24 * HOUR_MS - 1);
  await applyRetention();
  expect(await submissions(form.id)).toHaveLength(1);
  services.ports.clock.advance(1);
  await applyRetention();
  expect(await submissions(form.id)).toEqual([]);
});

test('a submission stores only a hash of its link, and no event and no log line has the link', async () => {
  const { visitor, url, submissions, form, events, call, sent } = await waiting();
  const token = url.split('/').at(-1)!;
  expect(JSON.stringify(await submissions(form.id))).not.toContain(token);
  const row = await services.ports.database.oneFirst(
    sql.type(z.object({ text: z.string() }))`
      select row_to_json(s)::text as text from scheduling.form_submission as s where form_id = ${form.id}`,
  );
  expect([row.includes(token), row.includes(createHash('sha256').update(token).digest('hex'))]).toEqual([false, true]);
  await visitor.confirm(url);
  expect((await events()).map(({ type }) => type)).toEqual(['form_created', 'form_confirmation_requested', 'form_submission']);
  expect(JSON.stringify([await events(), await call(formSubmissions, 'get', { id: form.id, submission_id: sent.id })])).not.toMatch(
    new RegExp(`${token}|/confirm/`),
  );
  expect(services.ports.lines.join('\n')).not.toContain(token);
});

test('double opt-in needs an email field that is always visible, and requires its answer', async () => {
  const { form, call, submit } = newSpace(services);
  const without = await rejection(form([{ key: 'name', label: 'Name', type: 'short_text' }], { double_opt_in: true }));
  expect(without.extras.errors).toMatchObject([{ path: 'double_opt_in', code: 'needs_email' }]);
  const made = await form(newsletter);
  await call(forms, 'update', { id: made.id, double_opt_in: true });
  expect((await rejection(submit(made.id, { name: 'Ada' }))).extras.errors).toMatchObject([{ path: 'data.email', code: 'required' }]);
  expect((await rejection(call(forms, 'update', { id: made.id, fields: newsletter.slice(0, 1) as never }))).code).toBe('invalid');
});
