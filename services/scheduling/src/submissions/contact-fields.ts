import type { contactDirectory } from '@space/contracts/contacts';
import type { ArgumentsOf } from '@space/contracts/core';
import type { Answers, FormField } from '@space/contracts/scheduling';
import { findEmailField } from '../forms/email-field.ts';

/** The input of `contact_directory.capture`. */
export type CapturedContact = ArgumentsOf<(typeof contactDirectory)['operations']['capture']>;

type TextField = Exclude<keyof CapturedContact, 'email' | 'custom_fields'>;

/** Characters of each property of a contact. */
const MAX_LENGTH: Readonly<Record<TextField, number>> = {
  name: 200,
  phone: 64,
  company: 200,
  line_of_work: 200,
  location: 200,
  bio: 4_000,
};

/** The property of a contact for the usual keys of fields that have no `map_to`. */
const BY_KEY: Readonly<Record<string, TextField>> = {
  name: 'name',
  full_name: 'name',
  phone: 'phone',
  company: 'company',
  job_title: 'line_of_work',
  line_of_work: 'line_of_work',
  location: 'location',
};

/** Returns the contact in the answers to a form; null when they hold no email. */
export function toCapturedContact(fields: readonly FormField[], answers: Answers): CapturedContact | null {
  const email = findEmailField(fields);
  const address = email && answers[email.key];
  if (typeof address !== 'string') return null;
  const contact: CapturedContact = { email: address };
  const custom: Record<string, unknown> = {};
  for (const field of fields) {
    const answer = answers[field.key];
    const property = field.map_to?.slice('contact.'.length);
    if (answer === undefined || property === undefined || property === 'email') continue;
    if (property.startsWith('custom_fields.')) custom[property.slice('custom_fields.'.length)] = answer;
    else contact[property as TextField] = asText(answer, MAX_LENGTH[property as TextField], property === 'bio');
  }
  for (const field of fields) {
    const answer = answers[field.key];
    const property = field.map_to === undefined ? defaultProperty(field) : undefined;
    if (answer !== undefined && property !== undefined) contact[property] ??= asText(answer, MAX_LENGTH[property]);
  }
  contact.name ??= [answers.first_name, answers.last_name].filter((part) => typeof part === 'string').join(' ') || undefined;
  if (Object.keys(custom).length > 0) contact.custom_fields = custom as NonNullable<CapturedContact['custom_fields']>;
  return Object.fromEntries(Object.entries(contact).filter(([, value]) => value !== undefined)) as CapturedContact;
}

function defaultProperty({ type, key }: FormField): TextField | undefined {
  if (type === 'full_name') return 'name';
  if (type === 'phone') return 'phone';
  return type === 'short_text' && Object.hasOwn(BY_KEY, key) ? BY_KEY[key] : undefined;
}

/** Returns an answer as text of at most so many characters, on one line unless `isLong`. */
function asText(answer: unknown, most: number, isLong = false): string {
  const text = typeof answer === 'object' && answer !== null ? Object.values(answer).join(', ') : String(answer);
  return (isLong ? text : text.replace(/\p{Cc}+/gu, ' ')).trim().slice(0, most).toWellFormed();
}
