import type { ConnectLabels } from './en.ts';

/** The labels of the pages that connect a program in German. */
export const de: ConnectLabels = {
  title: (program) => `${program} verbinden`,
  heading: (program) => `${program} mit einem Space verbinden`,
  lead: 'Dieses Programm möchte in einem Space für Sie handeln. Fahren Sie nur fort, wenn Sie das gerade selbst begonnen haben.',
  name_of_program: 'Name, den sich das Programm gibt',
  published_by: 'Veröffentlicht von',
  unknown_publisher: 'unbekannt: Das Programm hat sich selbst registriert',
  then_return_to: 'Danach kehren Sie zurück zu',
  program_on_device: 'einem Programm auf diesem Gerät',
  app_on_device: (protocol) => `der App auf diesem Gerät, die Links mit ${protocol} öffnet`,
  key: 'API-Schlüssel des Space',
  key_hint:
    'Er beginnt mit wks_live_. Schlüssel erstellt, wer den Space betreibt. Auf der nächsten Seite wählen Sie, was das Programm darf.',
  key_fault: (reason) =>
    reason === 'revoked'
      ? 'Dieser API-Schlüssel wurde widerrufen.'
      : reason === 'expired'
        ? 'Dieser API-Schlüssel ist abgelaufen.'
        : 'Dieser API-Schlüssel ist ungültig.',
  no_scopes: 'Dieser Schlüssel hat keine der Berechtigungen, um die das Programm bittet.',
  continue_button: 'Weiter',
  cancel_button: 'Abbrechen',

  scopes_title: (program) => `Was darf ${program}?`,
  key_name: 'Schlüssel',
  scopes: 'Berechtigungen',
  scopes_hint:
    '„read“ zeigt Dinge, und „write“ ändert sie. „run“ wirkt nach außen: Es veröffentlicht zum Beispiel eine Seite oder sendet einen Beitrag.',
  ends_with_key: 'Der Zugriff endet mit dem Schlüssel. Wer den Space betreibt, kann ihn auch einzeln widerrufen.',
  choose_scope: 'Wählen Sie mindestens eine Berechtigung, oder brechen Sie ab.',
  allow_button: 'Erlauben',

  error_title: 'Verbinden nicht möglich',
  error_heading: 'Das Programm kann nicht verbunden werden',
  wrong_request: 'Das Programm hat eine falsche Anfrage gesendet:',
  anyone_registers:
    'Hier können sich beliebige Programme registrieren. Folgen Sie diesem Link nur, wenn Sie das Programm gerade selbst gestartet haben.',
  return_to: (destination) => `Zurück zu ${destination}`,
  too_many_keys: 'Von diesem Netz kamen zu viele falsche Schlüssel. Versuchen Sie es später noch einmal.',
  foreign_form: 'Dieses Formular kam von einer fremden Seite. Beginnen Sie noch einmal in dem Programm, das Sie verbinden möchten.',
  not_valid: 'Diese Seite ist nicht mehr gültig. Beginnen Sie noch einmal in dem Programm, das Sie verbinden möchten.',
};
