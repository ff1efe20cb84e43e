import type { ShareLabels } from './en.ts';

/** The labels of shared views in German. */
export const de: ShareLabels = {
  read_only: 'Eine Ansicht einer Tabelle zum Lesen, geteilt über einen Link. Alle, die den Link haben, können sie sehen.',
  empty: 'Hier gibt es noch nichts.',
  untitled: 'Ohne Titel',
  no_value: 'leer',
  updating: 'wird aktualisiert',
  more: (n) => `und ${n} weitere`,
  at_least: (n) => `und mindestens ${n} weitere`,

  pages: 'Seiten',
  first_page: 'Zurück zum Anfang',
  next_page: 'Nächste Seite',
  search: 'Suchen',
  search_rows: 'In diesen Zeilen suchen',
  show_all: 'Alle Zeilen zeigen',
  rows: (count, n) => `${n} ${count === 1 ? 'Zeile' : 'Zeilen'}`,
  rows_of: (found, count, n) => `${found} von ${n} ${count === 1 ? 'Zeile' : 'Zeilen'}`,
  nothing_found: (text) => `Keine Zeile enthält „${text}“.`,
  rating: (points, max) => `${points} von ${max}`,

  functions: {
    count: 'Anzahl',
    count_empty: 'leer',
    count_filled: 'ausgefüllt',
    count_unique: 'verschieden',
    sum: 'Summe',
    average: 'Durchschnitt',
    min: 'Minimum',
    max: 'Maximum',
    median: 'Median',
  },

  board_broken: 'Dieses Board lässt sich nicht zeigen: Die Spalte, nach der es sortiert ist, wurde gelöscht.',
  back_to_board: 'Zurück zum Board',
  more_stacks: 'Weitere Stapel',
  cards: (count) => (count === 1 ? 'Karte' : 'Karten'),
  all: (n) => `Alle ${n}`,
  of_stack: (name) => `in ${name}`,
  without: (label) => `Ohne ${label}`,

  calendar_broken: 'Dieser Kalender lässt sich nicht zeigen: Die Spalte mit den Daten wurde gelöscht.',
  months: 'Monate',
  this_month: 'Dieser Monat',
  nothing_in: (month) => `Im ${month} gibt es nichts.`,

  widget_broken: 'Das lässt sich nicht berechnen: Eine nötige Spalte wurde gelöscht oder hat einen anderen Typ.',
  widget_updating: 'Die Spalten werden gerade aktualisiert; diese Zahlen können sich noch ändern.',
  as_table: 'Als Tabelle',
  value: 'Wert',
  largest_groups: 'Nur die größten Gruppen werden gezeigt.',
  others: (_, n) => `${n} weitere`,
  quarter: (quarter, year) => `${quarter}. Quartal ${year}`,
  highest: (value) => `Höchstwert: ${value}`,

  password_needed: 'Passwort nötig',
  password_title: 'Für diese Seite braucht man ein Passwort',
  password_text: 'Fragen Sie die Person, von der Sie den Link haben, nach dem Passwort.',
  wrong_password: 'Das ist nicht das Passwort. Bitte versuchen Sie es noch einmal.',
  password: 'Passwort',
  open: 'Öffnen',
};
