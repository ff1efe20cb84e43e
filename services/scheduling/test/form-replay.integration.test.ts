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

/** A form, and how it is sent under one idempotency key. */
async function sendingOnce() {
  const space = newSpace(services);
  const { id } = await space.form(inquiry);
  const send = (data: object) => space.call.whole(forms, 'submit', { id, data: data as never }, once);
  return { ...space, id, send };
}

test('a submission with a file that is sent again under its idempotency key is answered as the first time', async () => {
  const { call, id, send, submissions } = await sendingOnce();
  const file = await call(formFiles, 'upload', { id, field_key: 'cv', name: 'cv.pdf', content_base64: pdf });
  const first = await send({ ...ada, cv: [file.id] });
  const second = await send({ ...ada, cv: [file.id] });
  expect([second.replayed, second.output]).toEqual([true, first.output]);
  expect(await submissions(id)).toHaveLength(1);
});

test('so is one whose form was paused, changed or deleted in the meantime', async () => {
  const { call, id, send } = await sendingOnce();
  const first = await send(ada);
  await call(forms, 'update', { id, status: 'paused' });
  expect((await send(ada)).output).toEqual(first.output);
  await call(forms, 'update', { id, status: 'active', fields: [{ key: 'other', label: 'Other', type: 'short_text', required: true }] });
  expect((await send(ada)).output).toEqual(first.output);
  await call(forms, 'delete', { id });
  expect((await send(ada)).output).toEqual(first.output);
});

test('a submission that is sent again does not undo what was put right in the contact since', async () => {
  const { call, send } = await sendingOnce();
  await send({ ...ada, name: 'Ada Lovelance' });
  const [person] = (await call(contacts, 'list', {})).data;
  await call(contacts, 'update', { id: person!.id, name: 'Ada Lovelace' });
  await send({ ...ada, name: 'Ada Lovelance' });
  expect((await call(contacts, 'list', {})).data).toMatchObject([{ name: 'Ada Lovelace' }]);
});

test('a file that is uploaded again under its idempotency key is the same file, also when the form is paused by then', async () => {
  const { call, id } = await sendingOnce();
  const upload = () => call.whole(formFiles, 'upload', { id, field_key: 'cv', name: 'cv.pdf', content_base64: pdf }, once);
  const first = await upload();
  await call(forms, 'update', { id, status: 'paused' });
  expect((await upload()).output).toEqual(first.output);
});
