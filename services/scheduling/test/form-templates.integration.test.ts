import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { type FormTemplateName, formFiles, forms, formTemplates } from '@space/contracts/scheduling';
import type { TestServices } from '@space/runtime/testing';
import { newSpace, startForms } from './fixtures/forms.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startForms();
});
afterAll(() => services.stop());

const ada = { name: 'Ada Lovelace', email: 'ada@example.com' };
const PDF = 'JVBERi0xLjQKJSVFT0YK';

/** By template: answers to all visible fields, and the contact that they make. */
const given: Readonly<Record<FormTemplateName, { readonly answers: Record<string, unknown>; readonly contact: object }>> = {
  contact: {
    answers: { ...ada, phone: '+442079460000', subject: 'Sales', message: 'How much is an engine?', consent: true },
    contact: { name: 'Ada Lovelace', phone: '+442079460000' },
  },
  lead_capture: {
    answers: {
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: ada.email,
      company: 'Engines',
      job_title: 'Programmer',
      company_size: '11–50',
      interest: ['Pricing', 'Demo'],
      consent: true,
      utm_source: 'newsletter',
    },
    contact: { name: 'Ada Lovelace', company: 'Engines', line_of_work: 'Programmer' },
  },
  event_rsvp: {
    answers: { ...ada, attending: 'yes', guests_count: 2, guest_names: 'Charles\nMary', dietary: ['Vegan'], comments: 'Gladly' },
    contact: { name: 'Ada Lovelace' },
  },
  nps: {
    answers: { score: 9, reason_promoter: 'Everything', follow_up_ok: true, email: ada.email },
    contact: { email: ada.email },
  },
  booking_intake: {
    answers: { ...ada, topic: 'Engines', goals: 'A plan', how_heard: 'A friend', attachments: ['attachments'], consent: true },
    contact: { name: 'Ada Lovelace' },
  },
  quiz: {
    answers: { ...ada, q1: 'Jupiter', q2: '100', q3: 'Ada Lovelace', q4: ['2', '7'] },
    contact: { name: 'Ada Lovelace' },
  },
  job_application: {
    answers: {
      full_name: 'Ada Lovelace',
      email: ada.email,
      phone: '+442079460000',
      location: 'London',
      position: 'Engineering',
      resume: ['resume'],
      portfolio_url: 'https://example.com/',
      years_experience: 12,
      salary_expectation: 50_000,
      start_date: '2027-01-01',
      work_authorized: true,
      consent: true,
    },
    contact: { name: 'Ada Lovelace', phone: '+442079460000', location: 'London' },
  },
};

test.each(formTemplates)('the template %s accepts answers to all its fields and makes a contact', async (template) => {
  const { call, submit, submissions, events } = newSpace(services);
  const { id, fields, success_message } = await call(forms, 'create', { name: 'From a template', template });
  const { answers, contact } = given[template];
  const upload = async (field_key: string) => (await call(formFiles, 'upload', { id, field_key, name: 'cv.pdf', content_base64: PDF })).id;
  const sent: Record<string, unknown> = { ...answers };
  for (const { key, type } of fields) if (type === 'file') sent[key] = [await upload(key)];
  expect(await submit(id, sent)).toMatchObject({ status: 'confirmed', success_message: expect.any(String) });
  expect(success_message).toMatch(/^[A-Z].*\.$/);
  const [stored] = await submissions(id);
  expect(Object.keys(stored!.data).sort()).toEqual(Object.keys(answers).sort());
  expect((await call(contacts, 'list', {})).data).toMatchObject([{ id: stored!.contact_id, ...contact }]);
  expect((await events()).at(-1)).toMatchObject({ type: 'form_submission', data: { submission_id: stored!.id, contact } });
});

test.each([
  ['lead_capture', { email: 'x' }, ['first_name', 'email', 'consent']],
  ['event_rsvp', { ...ada, attending: 'no', guests_count: 99 }, []],
  ['event_rsvp', { ...ada, attending: 'yes', guests_count: 99 }, ['guests_count']],
  ['nps', {}, ['score']],
  ['nps', { score: 11, email: 'x' }, ['score']],
] as const)('the template %s validates %j by its fields', async (template, data, wrong) => {
  const { call, submit } = newSpace(services);
  const { id } = await call(forms, 'create', { name: 'From a template', template });
  const errors = await submit(id, data).then(
    () => [],
    ({ extras }: { extras: { errors: { path: string }[] } }) => extras.errors.map(({ path }) => path.replace('data.', '')),
  );
  expect(errors).toEqual(wrong);
});
