import { describe, expect, test } from '@jest/globals';
import { pageLanguages } from '@space/contracts/core';
import { answerErrorSentence } from './labels/answer-errors.ts';
import { choosePageLocale, labelsByLanguage, preferredLocale } from './page-locale.ts';
import { defaultLook } from './theme.ts';

/** 4 May 2026, a Monday. */
const DAY = Date.UTC(2026, 4, 4) / 86_400_000;

const written = (tag: string, look = {}) => {
  const locale = choosePageLocale(tag, { ...defaultLook, ...look }, 'en');
  return [locale.longDate(DAY), locale.clock(13 * 60 + 5).replace('\u00a0', ' '), locale.first_weekday];
};

describe('the locale of a page', () => {
  test.each([
    ['en', 'Monday 4 May 2026', '13:05', 0],
    ['en-GB', 'Monday 4 May 2026', '13:05', 0],
    ['en-US', 'Monday, May 4, 2026', '1:05 PM', 6],
    ['de', 'Montag, 4. Mai 2026', '13:05', 0],
    ['es', 'lunes, 4 de mayo de 2026', '13:05', 0],
    ['fr', 'lundi 4 mai 2026', '13:05', 0],
    ['es-MX', 'lunes, 4 de mayo de 2026', '13:05', 6],
  ])('%s writes dates and times and begins weeks as usual there', (tag, date, time, weekday) => {
    const [longDate, clock, first] = written(tag);
    expect([longDate, first]).toEqual([date, weekday]);
    expect(tag === 'es-MX' ? time : clock).toBe(time);
  });

  test.each([
    ['en', /^87\.5%$/],
    ['de', /^87,5[\u00a0\u202f]%$/],
    ['es', /^87,5[\u00a0\u202f]%$/],
    ['fr', /^87,5[\u00a0\u202f]%$/],
  ])('%s writes percentages as usual there', (tag, text) => {
    expect(choosePageLocale(tag, defaultLook, 'en').percent(87.5)).toMatch(text);
  });

  test.each([
    ['en', '4 May 2026', 'May', false],
    ['en-US', 'May 4, 2026', 'May', true],
    ['de', '04.05.2026', 'Mai', false],
    ['es', '4 may 2026', 'mayo', false],
    ['fr', '4 mai 2026', 'mai', false],
  ])('%s writes short dates as usual there', (tag, date, month, isMonthFirst) => {
    const { shortDate, months, is_month_first } = choosePageLocale(tag, defaultLook, 'en');
    expect([shortDate(DAY), months[4], months.length, is_month_first]).toEqual([date, month, 12, isMonthFirst]);
  });

  test('takes the start of the week and the clock of the Space', () => {
    expect(written('de', { week_start: 'sunday', clock: '12h' })).toEqual(['Montag, 4. Mai 2026', '1:05 PM', 6]);
    expect(written('en-US', { week_start: 'monday', clock: '24h' })).toEqual(['Monday, May 4, 2026', '13:05', 0]);
  });

  test.each([
    ['that of the page', 'fr', 'de', 'es', 'fr'],
    ['that of the Space', null, 'de-AT', 'es', 'de-AT'],
    ['that of the visitor', null, null, 'es-AR', 'es-AR'],
    ['that of the Space for a page in a language without labels', 'it', 'de', 'es', 'de'],
    ['with the region of the Space', 'de', 'de-CH', 'de-AT', 'de-CH'],
    ['with the region of the visitor', 'en', 'fr', 'en-US', 'en-US'],
  ])('is %s', (_, own, locale, visitor, tag) => {
    expect(choosePageLocale(own, { ...defaultLook, locale }, visitor).tag).toBe(tag);
  });

  test('starts its list of weekdays on Monday', () => {
    expect(choosePageLocale('de', defaultLook, 'en').weekdays).toEqual(['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']);
  });
});

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['it,pt', 'en'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de-AT'],
  ['en;q=0.1,fr;q=0.7', 'fr'],
  ['zh-Hans-CN, es-419;q=0.5', 'es'],
  ['DE-at', 'de-AT'],
  ['de-ZQ', 'de'],
  ['fr-Latn-CA', 'fr-CA'],
  ['es-DE', 'es'],
  ['de;q=0, en', 'en'],
  ['fr;q=x;q=0.2', 'fr'],
])('Accept-Language %p prefers %p', (header, locale) => {
  expect(preferredLocale(header)).toBe(locale);
});

/** The arguments of labels that take no two numbers. */
const examples: Readonly<Record<string, readonly unknown[]>> = {
  points: ['3', '4', true],
  file_kinds: ['3', 'pdf', true],
  rows_of: ['3', 4, '4'],
  without: ['Stage'],
  key_fault: ['revoked', 'This key was revoked.'],
};

/** Labels by their path; a function is called with examples. */
function labelsOf(value: unknown, path = ''): [string, string][] {
  if (value === null) return [];
  if (typeof value === 'function') {
    return [[path, String(value(...(examples[path.split('.').at(-1)!] ?? [3, 4])))]];
  }
  if (typeof value === 'object') return Object.entries(value).flatMap(([key, part]) => labelsOf(part, `${path}.${key}`));
  return [[path, String(value)]];
}

const english = new Map(labelsOf(labelsByLanguage.en));

/** Labels that are the same words in another language. */
const shared: ReadonlySet<string> = new Set([
  'es .no',
  'de .rank_now',
  'fr .notes',
  'fr .seats',
  'fr .rank_now',
  'fr .place',
  'fr .share.pages',
  'fr .menu',
]);

test.each(pageLanguages)('each label exists in %s and is translated', (language) => {
  const labels = labelsOf(labelsByLanguage[language]);
  expect(labels.length).toBeGreaterThanOrEqual(english.size);
  for (const [path, text] of labels) {
    expect({ path, text }).toEqual({ path, text: expect.stringMatching(/\p{L}/u) });
    if (language !== 'en' && !shared.has(`${language} ${path}`)) expect({ path, text }).not.toEqual({ path, text: english.get(path) });
  }
});

const german = choosePageLocale('de', defaultLook, 'en');

test.each([
  ['is required', 'required', 'email', 'Bitte beantworten Sie das.'],
  ['must be checked', 'required', 'consent', 'Bitte setzen Sie hier ein Häkchen.'],
  ['must be at least 2.5', 'too_small', 'number', 'Der kleinste Wert ist 2,5.'],
  ['must be at least -5', 'too_small', 'number', 'Der kleinste Wert ist -5.'],
  ['must be at most -1200.25', 'too_large', 'number', 'Der größte Wert ist -1.200,25.'],
  ['must be at least 1e-7', 'too_small', 'number', 'Der kleinste Wert ist 0,0000001.'],
  ['must have at most 1 decimal places', 'too_precise', 'number', 'Höchstens 1 Stelle nach dem Komma.'],
  ['"a 7.pdf" is larger than 3 MB', 'too_large', 'file', '„a 7.pdf“ ist größer als 3 MB.'],
  ['must not be before 2026-05-04', 'too_early', 'date', 'Frühestens am Montag, 4. Mai 2026.'],
  ['must be a whole number', 'too_precise', 'number', 'Bitte geben Sie eine ganze Zahl ein.'],
])('the error "%s" of a %s is a German sentence', (message, code, type, sentence) => {
  expect(answerErrorSentence(german.labels.answer_errors, { code, message, type }, german)).toBe(sentence);
});

test('French has no-break spaces before its signs, and a singular below two', () => {
  const { points, now_there } = labelsByLanguage.fr;
  expect([points('1', '10', true), points('1,5', '10', false), points('2', '10', true)]).toEqual([
    '1 point sur 10\u00a0: réussi.',
    '1,5 point sur 10\u00a0: non réussi.',
    '2 points sur 10\u00a0: réussi.',
  ]);
  expect(now_there('14:30', 'UTC+2')).toBe('Heure actuelle sur place\u00a0: 14:30 (UTC+2).');
  const broken = labelsOf(labelsByLanguage.fr).filter(([, text]) => / [:;?!»]|« /.test(text));
  expect(broken).toEqual([]);
});

test('French labels have a no-break space before a colon', () => {
  const textsOf = (label: unknown): string[] => {
    if (typeof label === 'string') return [label];
    if (typeof label === 'function') return textsOf(label('1', '2', '3'));
    return label === null || typeof label !== 'object' ? [] : Object.values(label).flatMap(textsOf);
  };
  const texts = textsOf(labelsByLanguage.fr);
  expect(texts.filter((text) => /[^\u00a0\u202f]:(\s|$)/.test(text))).toEqual([]);
  expect(texts.length).toBeGreaterThan(200);
});
