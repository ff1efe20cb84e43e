import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contactsService } from '@space/contacts';
import type { PageAnswer } from '@space/contracts/core';
import { type PublicLook, spaceDirectory } from '@space/contracts/platform';
import { answerTypes, bookingPages, forms, publicBooking, publicForms } from '@space/contracts/scheduling';
import { type Service, serving } from '@space/runtime';
import { callAs, FakeClock, startServices, type TestServices, testPorts } from '@space/runtime/testing';
import { schedulingService } from '../src/service.ts';
import { daily, newSpace } from './fixtures/bookings.ts';
import { hiddenIn, linksIn, tokenOf } from './fixtures/guest.ts';

/** The looks of Spaces by id; other Spaces have the default one. */
const looks = new Map<string, Partial<PublicLook>>();
const plain: PublicLook = { name: 'ZZ Host', logo: null, accent: null, typeface: 'sans', locale: null, week_start: null, clock: null };

const directory: Service = {
  name: 'gateway',
  schema: 'gateway',
  emits: false,
  open: () => ({
    serves: [
      serving(spaceDirectory, {
        find: async () => ({ found: true }),
        timezone: async () => ({ timezone: 'UTC' }),
        look: async ({ caller }) => ({ ...plain, ...looks.get(caller.space_id) }),
      }),
    ],
  }),
};

let services: TestServices;
let visitor: ReturnType<typeof callAs>;
beforeAll(async () => {
  const ports = await testPorts({ clock: new FakeClock(Date.parse('2026-05-04T08:00:00Z')) });
  services = await startServices([directory, contactsService, schedulingService], ports);
  visitor = callAs(ports, { space_id: '', key_id: '', actor: { kind: 'person', id: 'visitor', name: 'Visitor' } });
});
afterAll(() => services.stop());

const common = (locale: string) => ({ path: '/', visitor: '192.0.2.1', locale });

/** Returns the texts of a page for the eyes and for screen readers. Content of the Space contains ZZ. */
function textsOf({ body }: PageAnswer): Set<string> {
  const page = body.replace(/<(style|script)[^>]*>[\s\S]*?<\/\1>/g, '');
  const attributes = [
    ...page.matchAll(/ (?:aria-label|placeholder|title|data-(?:back|next|step-of|required|help|up|down|now))="([^"]*)"/g),
  ];
  const texts = [...page.replace(/<option[^>]*>[^<]*<\/option>/g, '').split(/<[^>]*>/), ...attributes.map(([, text]) => text!)];
  return new Set(texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => /\p{L}{2}/u.test(text)));
}

/** Words that are the same in English and in the other language, or are no words: zones, addresses, currencies and kinds of files. */
const isShared = (text: string): boolean => /ZZ|^UTC|\(UTC|^https?:|@example\.com|^EUR$|^[a-z, ]+$|^No$|^Notes$/.test(text);

/** Everything that a visitor can meet, in a language. */
async function pagesIn(locale: string): Promise<readonly [string, PageAnswer][]> {
  const space = newSpace(services);
  const { call } = space;
  const options = ['ZZ one', { value: 'ZZ other', other: true }];
  const fields = answerTypes.map((type) => ({
    key: `q_${type}`,
    label: `ZZ ${type}`,
    type,
    required: type === 'short_text' || type === 'consent',
    ...(['select', 'multi_select', 'radio', 'ranking', 'matrix'].includes(type) && { options }),
    ...(type === 'matrix' && { rows: ['ZZ row'] }),
    ...(type === 'file' && { validation: { accept: ['pdf'] } }),
  }));
  const form = await call(forms, 'create', { name: 'ZZ form', fields: fields as never, layout: 'one_question' });
  const page = await space.page({ name: 'ZZ call', meeting_location_type: 'service_meet' });
  const paused = await space.page({ name: 'ZZ paused' });
  await call(bookingPages, 'update', { id: paused.id, status: 'paused' });
  const open = (query: Record<string, string> = {}) => visitor(publicBooking, 'open', { id: page.id, ...common(locale), query });
  const opened = await visitor(publicForms, 'open', { form_id: form.id, ...common(locale) });
  const details = await open({ start: '2026-05-05T09:00:00.000Z', timezone: 'UTC' });
  services.ports.clock.advance(5_000);
  const wrong = { q_email: 'x', q_number: 'x', q_url: 'x', q_phone: '1', q_date: 'x', '-visit': hiddenIn(opened)['-visit']! };
  const visit = (await call(forms, 'create', { name: 'ZZ short', fields: [{ key: 'a', label: 'ZZ a', type: 'short_text' }] })).id;
  const short = await visitor(publicForms, 'open', { form_id: visit, ...common(locale) });
  services.ports.clock.advance(5_000);
  const book = (form: Record<string, string>) => visitor(publicBooking, 'book', { id: page.id, ...common(locale), form, files: [] });
  const booked = await book({ ...hiddenIn(details), '-name': 'ZZ Ada', '-email': 'zz@example.com' });
  const view = await visitor(publicBooking, 'view', { token: tokenOf(booked.headers.Location!), ...common(locale) });
  const token = (kind: string) => tokenOf(linksIn(view, `/book/${kind}/`)[0]!);
  const again = await open({ start: '2026-05-06T09:00:00.000Z', timezone: 'UTC' });
  return [
    ['form', opened],
    ['wrong answers', await visitor(publicForms, 'submit', { form_id: form.id, ...common(locale), form: wrong, files: [] })],
    ['sent', await visitor(publicForms, 'submit', { form_id: visit, ...common(locale), form: { ...hiddenIn(short), a: 'ZZ' }, files: [] })],
    ['no form', await visitor(publicForms, 'open', { form_id: 'frm_none', ...common(locale) })],
    ['no link', await visitor(publicForms, 'ask_confirmation', { form_id: form.id, token: 'x', ...common(locale) })],
    ['times', await open({ timezone: 'UTC' })],
    ['no times', await open({ timezone: 'UTC', month: '2031-01' })],
    ['details', details],
    ['wrong details', await book({ ...hiddenIn(again), '-name': '', '-email': 'x' })],
    ['paused', await visitor(publicBooking, 'open', { id: paused.id, ...common(locale) })],
    ['no booking page', await visitor(publicBooking, 'open', { id: 'bkp_none', ...common(locale) })],
    ['booked', view],
    ['no booking', await visitor(publicBooking, 'view', { token: 'x', ...common(locale) })],
    ['ask to cancel', await visitor(publicBooking, 'ask_cancel', { token: token('cancel'), ...common(locale) })],
    ['other times', await visitor(publicBooking, 'ask_reschedule', { token: token('reschedule'), ...common(locale) })],
    [
      'move',
      await visitor(publicBooking, 'ask_reschedule', {
        token: token('reschedule'),
        ...common(locale),
        query: { start: '2026-05-07T09:00:00.000Z' },
      }),
    ],
    ['cancelled', await visitor(publicBooking, 'cancel', { token: token('cancel'), ...common(locale), form: {} })],
  ];
}

describe('the pages of forms and bookings', () => {
  test.each(['de', 'es', 'fr'])('have no English text in %s', async (language) => {
    const english = new Map(await pagesIn('en'));
    for (const [name, page] of await pagesIn(language)) {
      expect(page.body).toContain(`<html lang="${language}">`);
      const shared = [...textsOf(page).intersection(textsOf(english.get(name)!))].filter((text) => !isShared(text));
      expect({ name, shared }).toEqual({ name, shared: [] });
    }
  });

  test('include the calendar file of a guest, in the language of the page and with the name of the host', async () => {
    const space = newSpace(services);
    const fileOf = async (input: object, locale: string) => {
      const page = await space.page({ name: 'ZZ call', meeting_location_type: 'service_meet', ...input });
      const { guest_links } = await space.book(page.id, '2026-05-05T09:00:00Z');
      const token = tokenOf(guest_links.ics_url);
      const { body } = await visitor(publicBooking, 'ics', { token, ...common(locale) });
      return { ics: body.replaceAll('\r\n ', ''), view_url: guest_links.view_url };
    };
    const german = await fileOf({ language: 'de', host: 'Ada Lovelace' }, 'en');
    expect(german.ics).toContain(
      `DESCRIPTION:Online-Treffen. Noch gibt es keinen Link: Sie bekommen ihn zugeschickt.\\n\\nTermin ansehen\\, verschieben oder absagen: ${german.view_url}\r\n`,
    );
    expect(german.ics).toContain('ORGANIZER;CN="Ada Lovelace":mailto:');
    const french = await fileOf({ calendar: 'ZZ other' }, 'fr');
    expect(french.ics).toContain('Voir\\, déplacer ou annuler ce rendez-vous');
    expect(french.ics).toContain('ORGANIZER;CN="ZZ Host":mailto:');
  });

  test('are in the language of the form, otherwise of the Space, otherwise of the visitor', async () => {
    const space = newSpace(services);
    const languageOf = async (input: object) => {
      const { id } = await space.call(forms, 'create', { name: 'ZZ', ...input });
      const { body } = await visitor(publicForms, 'open', { form_id: id, ...common('es') });
      return /<html lang="([^"]*)">/.exec(body)?.[1];
    };
    looks.set(space.caller.space_id, { locale: 'de-AT' });
    expect([await languageOf({ language: 'fr' }), await languageOf({ language: 'de' }), await languageOf({})]).toEqual([
      'fr',
      'de-AT',
      'de-AT',
    ]);
  });
});

test('a booking page has the look of its Space, its host and the first day of the week', async () => {
  const space = newSpace(services);
  const logo = 'https://cdn.example.com/logo.png';
  looks.set(space.caller.space_id, {
    name: 'Engines & Looms',
    logo,
    accent: '#0f766e',
    typeface: 'serif',
    week_start: 'sunday',
    clock: '12h',
  });
  const page = await space.page({
    meeting_location_type: 'in_person',
    meeting_location_value: '12 Mill Lane',
    availability: daily('13:00', '14:00'),
  });
  const open = (id: string) => visitor(publicBooking, 'open', { id, ...common('en-GB'), query: { timezone: 'UTC' } });
  const { body, headers } = await open(page.id);
  expect(body).toContain(`<img src="${logo}" alt="" height="32"><span>Engines &amp; Looms</span>`);
  expect(body).toContain(`<link rel="icon" href="${logo}">`);
  expect(body).toContain('<meta property="og:site_name" content="Engines &amp; Looms">');
  expect(body).toContain('--link: #0f766e');
  expect(body).toContain(`<meta property="og:url" content="${page.url}">`);
  expect(body).toContain('<meta property="og:description" content="Engines &amp; Looms · 30 minutes · 12 Mill Lane">');
  const form = await space.call(forms, 'create', { name: 'ZZ form', fields: [{ key: 'a', label: 'ZZ a', type: 'short_text' }] });
  const opened = await visitor(publicForms, 'open', { form_id: form.id, ...common('en') });
  expect(opened.body).toContain(`<meta property="og:url" content="${form.url}">`);
  expect(headers['Content-Security-Policy']).toContain('img-src data: https://cdn.example.com;');
  expect(body).toMatch(/<dt>.*Host<\/span><\/dt><dd>Engines &amp; Looms<\/dd>/);
  expect(body).toMatch(/Place<\/span><\/dt><dd>12 Mill Lane<\/dd>/);
  expect(body).toContain('<thead><tr><th scope="col">Sun</th><th scope="col">Mon</th>');
  expect(body).toMatch(/>1:00.pm<\/a>/i);
  const own = await space.page({ host: 'Ada Lovelace' });
  expect((await open(own.id)).body).toContain('<dd>Ada Lovelace</dd>');
});

test('a form with one question at a time has a section for each question, and stars for a rating', async () => {
  const space = newSpace(services);
  const fields = [
    { key: 'intro', label: 'ZZ intro', type: 'heading' },
    { key: 'name', label: 'ZZ name', type: 'short_text' },
    { key: 'utm', label: 'ZZ utm', type: 'hidden' },
    { key: 'rating', label: 'ZZ rating', type: 'rating' },
    { key: 'break', label: 'ZZ break', type: 'page_break' },
    { key: 'nps', label: 'ZZ nps', type: 'nps' },
  ];
  const bodyOf = async (layout: 'one_page' | 'one_question') => {
    const { id } = await space.call(forms, 'create', { name: 'ZZ', fields: fields as never, layout });
    return (await visitor(publicForms, 'open', { form_id: id, ...common('en') })).body;
  };
  const sections = (body: string) =>
    body
      .split('<section data-step>')
      .slice(1)
      .map((part) => [...part.matchAll(/ZZ \w+/g)].map(String));
  expect(sections(await bodyOf('one_page'))).toEqual([
    ['ZZ intro', 'ZZ name', 'ZZ rating'],
    ['ZZ break', 'ZZ nps'],
  ]);
  const body = await bodyOf('one_question');
  expect(sections(body)).toEqual([['ZZ intro', 'ZZ name'], ['ZZ rating'], ['ZZ break', 'ZZ nps']]);
  expect(body).toContain('data-step-of="Question {at} of {all}"');
  expect([...body.matchAll(/<span class="hidden">(\d stars?)<\/span>/g)].map(([, text]) => text)).toEqual([
    '1 star',
    '2 stars',
    '3 stars',
    '4 stars',
    '5 stars',
  ]);
});

test('the page in place of an archived form has the look and the language of its Space, and that of a draft discloses none', async () => {
  const { call, caller } = newSpace(services);
  looks.set(caller.space_id, { name: 'Looms', accent: '#0f766e', typeface: 'serif', locale: 'de' });
  const fields = [{ key: 'a', label: 'ZZ a', type: 'short_text' as const }];
  const { id } = await call(forms, 'create', { name: 'ZZ form', fields });
  const draft = await call(forms, 'create', { name: 'ZZ draft', fields });
  await call(forms, 'update', { id: draft.id, status: 'draft' });
  await call(forms, 'update', { id, status: 'archived' });
  const seen = ({ status, body }: PageAnswer) => [status, /<html lang="([^"]*)">/.exec(body)?.[1], body.includes('Looms')];
  const answers = async (form_id: string) => [
    seen(await visitor(publicForms, 'open', { form_id, ...common('en') })),
    seen(await visitor(publicForms, 'submit', { form_id, ...common('en'), form: {}, files: [] })),
    seen(await visitor(publicForms, 'ask_confirmation', { form_id, token: 'x', ...common('en') })),
    seen(await visitor(publicForms, 'confirm', { form_id, token: 'x', ...common('en'), form: {} })),
  ];
  expect(await answers(id)).toEqual(Array(4).fill([404, 'de', true]));
  for (const hidden of [draft.id, 'frm_none']) expect(await answers(hidden)).toEqual(Array(4).fill([404, 'en', false]));
});
