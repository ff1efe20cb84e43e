import { expect, test } from '@jest/globals';
import { createCallableTools } from '../tools/callable-tools.ts';
import { createQueryTranslation } from './translate-query.ts';

const translate = createQueryTranslation([...createCallableTools().values()]);

test.each([
  ['Zeig mir alle Kontakte', /show .*all contact/],
  ['Leg bitte einen neuen Kontakt an', /create new contact/],
  ['Stell die Tabelle von gestern wieder her', /restore .*table/],
  ['gelöschte Zeilen', /delete.* row/],
  ['Buchungsseite und Kontaktformular', /booking page.* and contact form/],
  ['Kontkat löschen', /contact delete/],
  ['Loesche die Tabelle', /delete table/],
  ['¿Qué etiquetas necesitamos?', /tag label need/],
  ['bórralo de la tabla', /delete of table/],
  ['copia de seguridad de la tabla', /backup of table/],
  ['formularios y comentarios', /form and comment/],
  ['¿quién hizo qué?', /^who did what$/],
  ['wer bin ich', /^who am i$/],
  ['Antworten des Formulars ansehen', /form submission answers/],
  ['Beitrag auf Instagram planen', /post .*social media instagram schedule/],
])('translates "%s"', (query, english) => {
  expect(translate(query)).toMatch(english);
});

test.each([
  'list all contacts in Vienna',
  'Tag the contact Ada with "speaker"',
  'add new lead Tom Becker tom@becker-dach.de',
  'who booked tomorrow?',
  'show the calendar of Marek',
])('leaves the English request "%s" as it is', (query) => {
  expect(translate(query)).toBe(query);
});

test('corrects a misspelt word of an English request, and no name, address or id', () => {
  expect(translate('shedule a calender event')).toBe('schedule a calendar event');
  const named = 'ask Contat at contat@acme.io about contat_1';
  expect(translate(named)).toBe(named);
});

// A request has at most 500 characters. More work than linear work would not end for a hundred times as many.
test.each(['kontakt', 'xyzqwertzuiop ', 'test', 'ä', '-', 'borrar'])('reads a very long request of %j', (word) => {
  const query = word.repeat(50_000).slice(0, 50_000);
  expect(translate(query)).not.toBe('');
});
