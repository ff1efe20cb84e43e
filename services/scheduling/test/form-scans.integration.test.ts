import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import { formAssetId } from '@space/contracts/assets';
import { Problem } from '@space/contracts/core';
import { formFiles } from '@space/contracts/scheduling';
import { sql } from '@space/database';
import { startServices, type TestServices, testPorts } from '@space/runtime/testing';
import { z } from 'zod';
import { schedulingService } from '../src/service.ts';
import { newSpace, rejection } from './fixtures/forms.ts';
import { libraryStub } from './fixtures/library-stub.ts';

/** A library whose scanner finds the word virus, unless it is away. */
let isAway = false;
const library = libraryStub({
  async scan({ input: { content_base64 } }) {
    if (isAway) throw new Problem('unavailable', 'The virus scanner does not answer.');
    const text = Buffer.from(content_base64, 'base64').toString();
    if (text.includes('virus')) return { outcome: 'infected' as const };
    return { outcome: text.includes('large') ? ('too_large' as const) : ('clean' as const) };
  },
  store: async ({ input: { file_id } }) => ({ asset_id: formAssetId(file_id) }),
  read: async () => ({ content_base64: null }),
  remove: async () => ({ removed: 0 }),
});

let services: TestServices;
beforeAll(async () => {
  const ports = await testPorts({ environment: { SPACE_SCANNER: 'clamd://scanner:3310' } });
  services = await startServices([library, contactsService, schedulingService], ports);
});
beforeEach(() => {
  isAway = false;
});
afterAll(() => services.stop());

const fields = [
  { key: 'name', label: 'Name', type: 'short_text' },
  { key: 'cv', label: 'CV', type: 'file', validation: { max_selections: 2 } },
];
const pdf = (text: string) => ({ name: 'cv.pdf', content_base64: Buffer.from(`%PDF-1.4 ${text}`).toString('base64') });

/** Counts the files of a form. */
const filesOf = (form: string) =>
  services.ports.database.oneFirst(
    sql.type(z.object({ count: z.number() }))`select count(*)::float8 as count from scheduling.form_file where form_id = ${form}`,
  );

test('a file of a call is scanned before it is stored: an infected one is refused, and without an answer the call is 503', async () => {
  const { form, call } = newSpace(services);
  const { id } = await form(fields);
  const upload = (text: string) => call(formFiles, 'upload', { id, field_key: 'cv', ...pdf(text) });
  for (const [text, code] of [
    ['virus', 'infected'],
    ['large', 'too_large_to_scan'],
  ] as const)
    expect(await rejection(upload(text))).toMatchObject({ status: 400, extras: { errors: [{ path: 'content_base64', code }] } });
  isAway = true;
  expect(await rejection(upload('text'))).toMatchObject({ status: 503 });
  expect(await filesOf(id)).toBe(0);
  isAway = false;
  expect(await upload('text')).toMatchObject({ name: 'cv.pdf' });
});

test('a file of a page is scanned before it is stored, and the page says why it is not sent', async () => {
  const { form, visitor, submissions } = newSpace(services);
  const { id } = await form(fields);
  const send = (text: string) => visitor.send(id, { name: 'Ada' }, [{ field: 'cv', ...pdf(text) }]);
  const infected = await send('virus');
  expect([infected.status, infected.body]).toEqual([400, expect.stringContaining('is infected')]);
  isAway = true;
  const unscanned = await send('text');
  expect([unscanned.status, unscanned.body]).toEqual([400, expect.stringContaining('cannot be checked for viruses')]);
  expect(await filesOf(id)).toBe(0);
  isAway = false;
  expect((await send('text')).status).toBe(200);
  expect(await submissions(id)).toHaveLength(1);
});
