import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { formFiles, forms } from '@space/contracts/scheduling';
import type { TestServices } from '@space/runtime/testing';
import { newSpace, startForms } from './fixtures/forms.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startForms();
});
afterAll(() => services.stop());

const once = { idempotency_key: 'once' };
const inquiry = [
  { key: 'name', label: 'Your name', type: 'short_text' },
  { key: 'email', label: 'Email', type: 'email', required: true },
  { key: 'cv', label: 'Your CV', type: 'file' },
];
const ada = { name: 'Ada', email: 'ada@example.com' };
const pdf = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');

/** Makes a form with functions that send it with an idempotency key. */
async function sendingOnce() {
  const space = newSpace(services);
  const { id } = await space.form(inquiry);
  const send = (data: object) => space.call.whole(forms, 'submit', { id, data: data as never }, once);
  return { ...space, id, send };
}

test('a submission with a file that is repeated with its idempotency key has the same answer', async () => {
  const { call, id, send, submissions } = await sendingOnce();
  const file = await call(formFiles, 'upload', { id, field_key: 'cv', name: 'cv.pdf', content_base64: pdf });
  const first = await send({ ...ada, cv: [file.id] });
  const second = await send({ ...ada, cv: [file.id] });
  expect([second.replayed, second.output]).toEqual([true, first.output]);
  expect(await submissions(id)).toHaveLength(1);
});

test('a repeated submission has the same answer after its form was paused, changed or deleted', async () => {
  const { call, id, send } = await sendingOnce();
  const first = await send(ada);
  await call(forms, 'update', { id, status: 'paused' });
  expect((await send(ada)).output).toEqual(first.output);
  await call(forms, 'update', { id, status: 'active', fields: [{ key: 'other', label: 'Other', type: 'short_text', required: true }] });
  expect((await send(ada)).output).toEqual(first.output);
  await call(forms, 'delete', { id });
  expect((await send(ada)).output).toEqual(first.output);
});

test('a repeated submission does not overwrite later changes of the contact', async () => {
  const { call, send } = await sendingOnce();
  await send({ ...ada, name: 'Ada Lovelance' });
  const [person] = (await call(contacts, 'list', {})).data;
  await call(contacts, 'update', { id: person!.id, name: 'Ada Lovelace' });
  await send({ ...ada, name: 'Ada Lovelance' });
  expect((await call(contacts, 'list', {})).data).toMatchObject([{ name: 'Ada Lovelace' }]);
});

test('an upload that is repeated with its idempotency key returns the same file, also after the form was paused', async () => {
  const { call, id } = await sendingOnce();
  const upload = () => call.whole(formFiles, 'upload', { id, field_key: 'cv', name: 'cv.pdf', content_base64: pdf }, once);
  const first = await upload();
  await call(forms, 'update', { id, status: 'paused' });
  expect((await upload()).output).toEqual(first.output);
});
