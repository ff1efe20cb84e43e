import type { contactDirectory } from '@space/contracts/contacts';
import type { ArgumentsOf } from '@space/contracts/core';
import type { FormField } from '@space/contracts/scheduling';
import type { Answers } from '../answers/condition.ts';
import { findEmailField } from '../forms/email-field.ts';

/** What is told to the service of contacts about a person. */
export type CapturedContact = ArgumentsOf<(typeof contactDirectory)['operations']['capture']>;

type TextField = Exclude<keyof CapturedContact, 'email' | 'custom_fields'>;

/** The most characters that a contact keeps of each. */
const MAX_LENGTH: Readonly<Record<TextField, number>> = {
  name: 200,
  phone: 64,
  company: 200,
  line_of_work: 200,
  location: 200,
  bio: 4_000,
};

/** Where an answer goes when its field does not say: by the key that such a field usually has. */
const BY_KEY: Readonly<Record<string, TextField>> = {
  name: 'name',
  full_name: 'name',
  phone: 'phone',
  company: 'company',
  job_title: 'line_of_work',
  line_of_work: 'line_of_work',
  location: 'location',
};

/** What the answers to a form say about who answers; null when they hold no email to find a contact by. */
export function toCapturedContact(fields: readonly FormField[], answers: Answers): CapturedContact | null {
  const email = findEmailField(fields);
  const address = email && answers[email.key];
  if (typeof address !== 'string') return null;
  const said: CapturedContact = { email: address };
  const custom: Record<string, unknown> = {};
  for (const field of fields) {
    const answer = answers[field.key];
    const place = field.map_to?.slice('contact.'.length);
    if (answer === undefined || place === undefined || place === 'email') continue;
    if (place.startsWith('custom_fields.')) custom[place.slice('custom_fields.'.length)] = answer;
    else said[place as TextField] = asText(answer, MAX_LENGTH[place as TextField], place === 'bio');
  }
  for (const field of fields) {
    const answer = answers[field.key];
    const place = field.map_to === undefined ? defaultProperty(field) : undefined;
    if (answer !== undefined && place !== undefined) said[place] ??= asText(answer, MAX_LENGTH[place]);
  }
  said.name ??= [answers.first_name, answers.last_name].filter((part) => typeof part === 'string').join(' ') || undefined;
  if (Object.keys(custom).length > 0) said.custom_fields = custom as NonNullable<CapturedContact['custom_fields']>;
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as CapturedContact;
}

function defaultProperty({ type, key }: FormField): TextField | undefined {
  if (type === 'full_name') return 'name';
  if (type === 'phone') return 'phone';
  return type === 'short_text' && Object.hasOwn(BY_KEY, key) ? BY_KEY[key] : undefined;
}

/** An answer as a line of text of at most so many characters. */
function asText(answer: unknown, most: number, isLong = false): string {
  const text = typeof answer === 'object' && answer !== null ? Object.values(answer).join(', ') : String(answer);
  return (isLong ? text : text.replace(/\p{Cc}+/gu, ' ')).trim().slice(0, most).toWellFormed();
}
