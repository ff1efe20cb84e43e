import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { contacts } from '@space/contracts/contacts';
import { formFiles, formSubmissions, forms } from '@space/contracts/scheduling';
import type { TestServices } from '@space/runtime/testing';
import { honeypotIn, newSpace, startForms, visitIn } from './fixtures/forms.ts';
import { controlRateLimitTime } from './fixtures/rate-limit-time.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startForms();
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => services.stop());

const inquiry = [
  { key: 'name', label: 'Your name', type: 'short_text', required: true },
  { key: 'email', label: 'Email', type: 'email', required: true },
  { key: 'topics', label: 'Topics', type: 'multi_select', options: ['Sales', 'Support'] },
  { key: 'order', label: 'Order', type: 'short_text', required: true, visible_if: { field: 'topics', op: 'contains', value: 'Support' } },
  { key: 'source', label: 'Source', type: 'hidden', map_to: 'contact.custom_fields.source' },
];
const ada = { name: 'Ada', email: 'ada@example.com' };
const ANSWERED = 'Your answers have arrived';

describe('a submission from the page of a form', () => {
  test('passes the pipeline of every submission, with a person as the actor', async () => {
    const { form, visitor, submissions, events, call } = newSpace(services);
    const { id } = await form(inquiry);
    const page = await visitor.send(id, { ...ada, topics: ['Sales', 'Support'], order: '7', source: 'spring' });
    expect([page.status, page.body.includes(ANSWERED)]).toEqual([200, true]);
    expect(await submissions(id)).toMatchObject([
      { source: 'page', status: 'confirmed', data: { ...ada, topics: ['Sales', 'Support'], order: '7', source: 'spring' } },
    ]);
    expect((await call(contacts, 'list', {})).data).toMatchObject([{ name: 'Ada', custom_fields: { source: 'spring' } }]);
    expect((await events()).at(-1)!.data).toMatchObject({ actor_kind: 'person', actor: { kind: 'person', name: 'Ada' } });
  });

  test('with errors returns the page with all errors and all values', async () => {
    const { form, visitor, submissions } = newSpace(services);
    const { id } = await form(inquiry);
    const page = await visitor.send(id, { name: '', email: '"><script>', topics: 'Support' });
    expect(page.status).toBe(400);
    expect(page.body).toContain('<title>Error: Inquiry</title>');
    for (const key of ['name', 'email', 'order']) expect(page.body).toContain(`<a href="#f-${key}">`);
    expect(page.body).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect(page.body).toContain('value="Support" checked');
    expect(page.body).not.toContain('<script>"');
    expect(await submissions(id)).toEqual([]);
  });

  test('stores no answers of hidden fields', async () => {
    const { form, visitor, submissions } = newSpace(services);
    const { id } = await form(inquiry);
    await visitor.send(id, { ...ada, topics: 'Sales', order: 'sneaked in' });
    expect((await submissions(id))[0]!.data).toEqual({ ...ada, topics: ['Sales'] });
  });

  test('counts once when the page is sent several times', async () => {
    const { form, visitor, submissions } = newSpace(services);
    const { id } = await form(inquiry);
    const opened = await visitor.open(id);
    services.ports.clock.advance(5_000);
    const post = () => visitor.post(id, { '-visit': visitIn(opened.body), ...ada });
    const pages = [...(await Promise.all([post(), post(), post()])), await post()];
    expect(pages.map(({ status, body }) => [status, body.includes(ANSWERED)])).toEqual(Array(4).fill([200, true]));
    expect(await submissions(id)).toHaveLength(1);
  });

  test('redirects to the address of the form, which the policy of the page allows', async () => {
    const { form, visitor } = newSpace(services);
    const { id } = await form(inquiry, { redirect_url: 'https://example.com/thanks?x=1' });
    expect((await visitor.open(id)).headers['Content-Security-Policy']).toMatch(/form-action 'self' https:\/\/example\.com$/);
    expect(await visitor.send(id, ada)).toMatchObject({ status: 303, headers: { Location: 'https://example.com/thanks?x=1' } });
  });
});

describe('a program', () => {
  test('that fills in the honeypot field is thanked, and nothing is stored', async () => {
    const { form, visitor, submissions, call } = newSpace(services);
    const { id } = await form(inquiry);
    const opened = await visitor.open(id);
    services.ports.clock.advance(5_000);
    const page = await visitor.post(id, { '-visit': visitIn(opened.body), [honeypotIn(opened.body)]: 'https://spam.example', ...ada });
    expect([page.status, page.body.includes(ANSWERED)]).toEqual([200, true]);
    expect([await submissions(id), (await call(contacts, 'list', {})).data]).toEqual([[], []]);
  });

  test('that is faster than people gets the page with its values and may send it again', async () => {
    const { form, visitor, submissions } = newSpace(services);
    const { id } = await form(inquiry);
    const opened = await visitor.open(id);
    const page = await visitor.post(id, { '-visit': visitIn(opened.body), ...ada });
    expect([page.status, page.body.includes('send it once more'), page.body.includes('value="Ada"')]).toEqual([400, true, true]);
    expect(await submissions(id)).toEqual([]);
    services.ports.clock.advance(2_000);
    expect((await visitor.post(id, { '-visit': visitIn(page.body), ...ada })).status).toBe(200);
    expect(await submissions(id)).toHaveLength(1);
  });

  test.each([
    ['nothing', () => ''],
    ['something made up', () => 'AAAA'],
    ['the mark of another form', (other: string) => other],
  ])('that sends %s as token gets the page again', async (_what, mark) => {
    const { form, visitor, submissions } = newSpace(services);
    const [{ id }, other] = [await form(inquiry), await form(inquiry)];
    const opened = await visitor.open(other.id);
    services.ports.clock.advance(5_000);
    expect((await visitor.post(id, { '-visit': mark(visitIn(opened.body)), ...ada })).status).toBe(400);
    expect(await submissions(id)).toEqual([]);
  });

  test('that sends too much is rate limited by its address', async () => {
    const advanceTime = controlRateLimitTime();
    const { form, visitor } = newSpace(services);
    const { id } = await form(inquiry);
    const statuses = [];
    for (let sent = 0; sent < 22; sent++) statuses.push((await visitor.post(id, {}, [], '203.0.113.9')).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect((await visitor.post(id, {}, [], '203.0.113.10')).status).toBe(400);
    advanceTime(60_000);
    expect((await visitor.post(id, {}, [], '203.0.113.9')).status).toBe(400);
  });
});

describe('the page of a form', () => {
  test('that is a draft, archived, deleted or unknown is not found; a paused one says so', async () => {
    const { form, visitor, call } = newSpace(services);
    const { id } = await form(inquiry);
    for (const status of ['draft', 'archived'] as const) {
      await call(forms, 'update', { id, status });
      expect([(await visitor.open(id)).status, (await visitor.post(id, ada)).status]).toEqual([404, 404]);
    }
    await call(forms, 'update', { id, status: 'paused' });
    expect([(await visitor.open(id)).status, (await visitor.post(id, ada)).status]).toEqual([200, 409]);
    await call(forms, 'delete', { id });
    expect([(await visitor.open(id)).status, (await visitor.open('frm_nothing')).status]).toEqual([404, 404]);
  });

  test('has the initial values of its fields and of its address', async () => {
    const { form, visitor } = newSpace(services);
    const { id } = await form([...inquiry, { key: 'city', label: 'City', type: 'short_text', default_value: 'London' }]);
    const { body } = await visitor.open(id, { query: { name: '<b>Ada</b>', source: 'mail', topics: 'Support', constructor: 'x' } });
    expect(body).toContain('value="&lt;b&gt;Ada&lt;/b&gt;"');
    expect(body).toMatch(/type="hidden" name="source" value="mail"/);
    expect(body).toContain('value="London"');
    expect(body).toContain('value="Support" checked');
  });

  test('may be framed by any page, and so may the page after it', async () => {
    const { form, visitor } = newSpace(services);
    const { id } = await form(inquiry, { redirect_url: 'https://example.com/thanks' });
    const pages = [await visitor.open(id), await visitor.send(id, {}), await visitor.send(id, ada)];
    expect(pages.map(({ status }) => status)).toEqual([200, 400, 303]);
    for (const { headers } of pages) {
      expect(headers['Content-Security-Policy']).toMatch(/^default-src 'none'/);
      expect(JSON.stringify(headers)).not.toMatch(/frame-ancestors|x-frame-options/i);
    }
  });

  test('does not contain the right answers of a quiz', async () => {
    const { call, visitor } = newSpace(services);
    const { id } = await call(forms, 'create', { name: 'Quiz', template: 'quiz' });
    const { body } = await visitor.open(id);
    expect(body).not.toMatch(/correct|score/i);
    const page = await visitor.send(id, { q1: 'Jupiter', q2: '100', q3: 'Ada Lovelace', q4: ['2', '7'] });
    expect(page.body).toContain('>100%<');
    expect(page.body).toContain('All of it right');
  });
});

const pdf = Buffer.from('%PDF-1.4\n%%EOF\n').toString('base64');

describe('a file that answers a question', () => {
  const withFile = [
    ...inquiry.slice(0, 2),
    { key: 'cv', label: 'Your CV', type: 'file', required: true, validation: { accept: ['pdf', 'png'], max_size_mb: 0.01 } },
  ];

  test('is retained while there are errors and becomes part of the submission', async () => {
    const { form, visitor, submissions, call } = newSpace(services);
    const { id } = await form(withFile);
    expect((await visitor.open(id)).body).toContain('enctype="multipart/form-data"');
    const wrong = await visitor.send(id, { name: 'Ada', email: 'invalid' }, [
      { field: 'cv', name: 'C:\\docs\\cv.pdf', content_base64: pdf },
    ]);
    expect(wrong.status).toBe(400);
    const [, stored = ''] = /name="cv.uploaded" value="([^"]+)"/.exec(wrong.body) ?? [];
    services.ports.clock.advance(5_000);
    expect((await visitor.post(id, { '-visit': visitIn(wrong.body), ...ada, 'cv.uploaded': stored })).status).toBe(200);
    const [sent] = await submissions(id);
    expect(sent!.data.cv).toEqual([{ file_id: stored, name: 'cv.pdf', content_type: 'application/pdf', size: 15 }]);
    expect((await call(formFiles, 'download', { id, file_id: stored })).content_base64).toBe(pdf);
    await call(formSubmissions, 'delete', { id, submission_id: sent!.id });
    await expect(call(formFiles, 'download', { id, file_id: stored })).rejects.toMatchObject({ code: 'not_found' });
  });

  test.each([
    ['a script under the name of a picture', 'me.png', Buffer.from('<script>alert(1)</script>')],
    ['a kind that is not taken', 'cv.html', Buffer.from('<html>')],
    ['nothing', 'cv.pdf', Buffer.alloc(0)],
    ['too much', 'cv.pdf', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(20_000)])],
  ])('is rejected when it is %s', async (_what, name, bytes) => {
    const { form, visitor, submissions } = newSpace(services);
    const { id } = await form(withFile);
    const page = await visitor.send(id, ada, [{ field: 'cv', name, content_base64: bytes.toString('base64') }]);
    expect([page.status, page.body.includes('id="f-cv-error"')]).toEqual([400, true]);
    expect(await submissions(id)).toEqual([]);
  });

  test('of another form or submission cannot be used', async () => {
    const { form, visitor, submissions, call, submit } = newSpace(services);
    const [{ id }, other] = [await form(withFile), await form(withFile)];
    const file = await call(formFiles, 'upload', { id: other.id, field_key: 'cv', name: 'cv.pdf', content_base64: pdf });
    expect((await visitor.send(id, { ...ada, 'cv.uploaded': file.id })).status).toBe(400);
    await submit(other.id, { ...ada, cv: file.id });
    await expect(submit(other.id, { ...ada, cv: file.id })).rejects.toMatchObject({ code: 'invalid' });
    expect([await submissions(id), (await submissions(other.id)).length]).toEqual([[], 1]);
  });

  test('belongs to one submission when several name it concurrently', async () => {
    const { form, submissions, call, submit } = newSpace(services);
    const { id } = await form(withFile);
    const file = await call(formFiles, 'upload', { id, field_key: 'cv', name: 'cv.pdf', content_base64: pdf });
    const sent = await Promise.allSettled(Array.from({ length: 5 }, () => submit(id, { ...ada, cv: file.id })));
    const refused = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason.status] : []));
    expect([refused.length, refused.every((status) => status === 400 || status === 409)]).toEqual([4, true]);
    expect(await submissions(id)).toHaveLength(1);
  });
});
