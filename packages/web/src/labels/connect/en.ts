/** The labels of the pages that connect a program in English. They define which labels there are; the other languages have the same ones. */
export const en = {
  title: (program: string) => `Connect ${program}`,
  heading: (program: string) => `Connect ${program} to a Space`,
  lead: 'This program asks to act in a Space for you. Continue only if you have just started this yourself.',
  name_of_program: 'Name that the program gives itself',
  published_by: 'Published by',
  unknown_publisher: 'unknown: the program registered itself',
  then_return_to: 'Then you return to',
  program_on_device: 'a program on this device',
  app_on_device: (protocol: string) => `the app on this device that opens ${protocol} links`,
  key: 'Space API key',
  key_hint: 'It begins with wks_live_. The operator of the Space creates keys. On the next page you choose what the program may do.',
  /** The fault of a key, from its reason and its English sentence. */
  key_fault: (_reason: string, sentence: string) => sentence,
  no_scopes: 'This key has none of the scopes that the program asks for.',
  continue_button: 'Continue',
  cancel_button: 'Cancel',

  scopes_title: (program: string) => `What may ${program} do?`,
  key_name: 'Key',
  scopes: 'Scopes',
  scopes_hint: '“read” shows things and “write” changes them. “run” has effects outside, such as publishing a page or sending a post.',
  ends_with_key: 'The access ends with the key. The operator of the Space can also revoke it alone.',
  choose_scope: 'Choose at least one scope, or cancel.',
  allow_button: 'Allow',

  error_title: 'Cannot connect',
  error_heading: 'The program cannot be connected',
  wrong_request: 'The program sent a wrong request:',
  anyone_registers: 'Anyone can register a program here. Follow this link only if you have just started the program yourself.',
  return_to: (destination: string) => `Return to ${destination}`,
  too_many_keys: 'Too many wrong keys came from this network. Try again later.',
  foreign_form: 'This form was sent from another site. Begin again in the program that you want to connect.',
  not_valid: 'This page is no longer valid. Begin again in the program that you want to connect.',
};

/** The labels of the pages that connect a program in one language. */
export type ConnectLabels = typeof en;
