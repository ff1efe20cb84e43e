import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { PageAnswer } from '@space/contracts/core';
import { bookingPages, formFiles, formSubmissions, forms, UNUSED_FILE_HOURS, UNUSED_PAGE_FILE_MINUTES } from '@space/contracts/scheduling';
import { sql } from '@space/database';
import type { TestServices } from '@space/runtime/testing';
import { deleteInChunks } from '@space/worker';
import { z } from 'zod';
import { submissionRetentionRules } from '../src/submissions/submission-retention.ts';
import { newSpace as newBookingSpace } from './fixtures/bookings.ts';
import { newSpace, startForms, visitIn } from './fixtures/forms.ts';
import { guestOf, hiddenIn } from './fixtures/guest.ts';
import { controlRateLimitTime } from './fixtures/rate-limit-time.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startForms();
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => services.stop());

/** Applies the retention rules of submissions and files, as their task does. */
const applyRetention = async () => {
  for (const { deleteChunk } of submissionRetentionRules(services.ports)) await deleteInChunks(deleteChunk, 100);
};

const ada = { name: 'Ada', email: 'ada@example.com' };
const fields = [
  { key: 'name', label: 'Your name', type: 'short_text', required: true },
  { key: 'email', label: 'Email', type: 'email', required: true },
  { key: 'cv', label: 'Your CV', type: 'file' },
];
const cv = (bytes: Buffer = Buffer.from('%PDF-1.4\n%%EOF\n')) => ({
  field: 'cv',
  name: 'cv.pdf',
  content_base64: bytes.toString('base64'),
});

/** Counts the unclaimed files of a form. */
const waiting = (form: string) =>
  services.ports.database.oneFirst(
    sql.type(z.object({ count: z.number() }))`
      select count(*)::float8 as count from scheduling.form_file where form_id = ${form} and submission_id is null`,
  );

/** Uses up the space for retained files of a form, as uploads of others would. */
const fill = (space: string, form: string) =>
  services.ports.database.query(sql.typeAlias('void')`
    insert into scheduling.form_file (space_id, id, form_id, field_key, name, content_type, size, content, created_at, expires_at)
    values (${space}, ${`fil_${form}`}, ${form}, 'cv', 'large.pdf', 'application/pdf', ${300 * 1_048_576}, '', now(), now() + interval '1 day')`);

const retainedIn = ({ body }: PageAnswer): string => /name="cv.uploaded" value="([^"]+)"/.exec(body)?.[1] ?? '';

describe('a file that comes with the page of a form', () => {
  test.each([
    ['never opened', () => 'AAAA', 0],
    ['opened more than a day ago', (mark: string) => mark, 25 * 3_600_000],
  ])('is not retained when the page was %s', async (_what, mark, passed) => {
    const { form, visitor } = newSpace(services);
    const { id } = await form(fields);
    const opened = await visitor.open(id);
    services.ports.clock.advance(passed);
    const page = await visitor.post(id, { '-visit': mark(visitIn(opened.body)), ...ada }, [cv()]);
    expect([page.status, page.body.includes('choose your files again'), await waiting(id)]).toEqual([400, true, 0]);
  });

  test('is stored with valid answers although the space is used up; with errors it is dropped', async () => {
    const { caller, form, visitor, submissions } = newSpace(services);
    const { id } = await form(fields);
    await fill(caller.space_id, id);
    const wrong = await visitor.send(id, { ...ada, email: 'invalid' }, [cv()]);
    expect([wrong.status, retainedIn(wrong), wrong.body.includes('choose your files again'), await waiting(id)]).toEqual([
      400,
      '',
      true,
      1,
    ]);
    expect((await visitor.send(id, ada, [cv()])).status).toBe(200);
    expect(await submissions(id)).toMatchObject([{ data: { cv: [{ name: 'cv.pdf' }] } }]);
  });

  test('is rejected when its visitor has sent more than 100 MiB within an hour, and files of others are not', async () => {
    const advanceTime = controlRateLimitTime();
    const { form, visitor } = newSpace(services);
    const { id } = await form(fields);
    const opened = await visitor.open(id);
    const large = cv(Buffer.alloc(5 * 1_048_576));
    const send = async (from: string) => (await visitor.post(id, { '-visit': visitIn(opened.body), ...ada }, [large], from)).body;
    for (let sent = 0; sent < 20; sent++) expect(await send('203.0.113.1')).toContain('does not match its extension .pdf');
    advanceTime(60_000);
    expect(await send('203.0.113.1')).toContain('cannot be taken right now');
    expect(await send('203.0.113.2')).toContain('does not match its extension .pdf');
    advanceTime(3_600_000);
    expect(await send('203.0.113.1')).toContain('does not match its extension .pdf');
  });

  test('is retained for an hour, and an upload of the API for a day', async () => {
    const { form, visitor, call } = newSpace(services);
    const [{ id }, { id: other }] = [await form(fields), await form(fields)];
    await visitor.send(id, { ...ada, email: 'invalid' }, [cv()]);
    await call(formFiles, 'upload', { id: other, field_key: 'cv', name: 'cv.pdf', content_base64: cv().content_base64 });
    const after = async (ms: number) => {
      services.ports.clock.advance(ms);
      await applyRetention();
      return [await waiting(id), await waiting(other)];
    };
    expect(await after(UNUSED_PAGE_FILE_MINUTES * 60_000 - 1)).toEqual([1, 1]);
    expect(await after(1)).toEqual([0, 1]);
    expect(await after(UNUSED_FILE_HOURS * 3_600_000)).toEqual([0, 0]);
  });
});

describe('a file that comes with a booking page', () => {
  const written = { '-name': 'Ada', '-email': 'ada@example.com' };

  async function bookable() {
    const space = newBookingSpace(services);
    const { id: form_id } = await space.call(forms, 'create', { name: 'Intake', fields: fields.slice(1) as never });
    const page = await space.page({ form_id });
    // The last slot, so that the clock does not pass it during the test.
    const slot = (await space.call(bookingPages, 'preview', { id: page.id })).slots.at(-1);
    return { ...space, form_id, page, start: slot!.starts_at };
  }

  test('is retained while there are errors and becomes part of the booking', async () => {
    const { call, form_id, page, start } = await bookable();
    const guest = guestOf(services.ports);
    const opened = await guest.open(page.id, { start });
    services.ports.clock.advance(5_000);
    const first = await guest.send(page.id, { ...hiddenIn(opened), ...written, '-email': 'invalid' }, [cv()]);
    const second = await guest.send(page.id, { ...hiddenIn(first), ...written, '-email': 'invalid' });
    expect([first.status, second.status, retainedIn(first) !== '', retainedIn(second)]).toEqual([400, 400, true, retainedIn(first)]);
    expect((await guest.send(page.id, { ...hiddenIn(second), ...written })).status).toBe(303);
    const [sent] = (await call(formSubmissions, 'list', { id: form_id })).data;
    expect(sent!.data.cv).toMatchObject([{ file_id: retainedIn(first), name: 'cv.pdf' }]);
  });

  test('is not retained when the page was never opened', async () => {
    const { form_id, page, start } = await bookable();
    const sent = await guestOf(services.ports).send(page.id, { '-start': start, ...written }, [cv()]);
    expect([sent.status, sent.body.includes('choose your files again'), await waiting(form_id)]).toEqual([400, true, 0]);
  });
});
