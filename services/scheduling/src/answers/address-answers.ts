import { emailAddress } from '@space/contracts/core';
import type { FormField } from '@space/contracts/scheduling';
import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js';
import { AnswerError, type AnswerReader, wrongType } from './answer-error.ts';
import { countryCodes } from './countries.ts';

const MAX_URL = 2_000;
const MAX_PHONE = 64;

/** Reads an email address by the rule of a contact's email, so that the person who answers can become a contact; stored in lower case. */
export function email(): AnswerReader {
  const notEmail = new AnswerError('wrong_format', 'must be an email address, like ada@example.com');
  return (value) => {
    if (typeof value !== 'string') return notEmail;
    const text = value.trim().toLowerCase();
    if (text === '') return undefined;
    return emailAddress.safeParse(text).success ? text : notEmail;
  };
}

/** Reads a phone number; stored as E.164. A number without + needs the `region` of the field. */
export function phone({ validation = {} }: FormField): AnswerReader {
  const region = validation.region as CountryCode | undefined;
  const notPhone = new AnswerError(
    'wrong_format',
    region ? 'must be a phone number' : 'must be a phone number with + and the code of the country, like +44 20 7946 0000',
  );
  return (value) => {
    if (typeof value !== 'string') return notPhone;
    const text = value.trim();
    if (text === '') return undefined;
    if (text.length > MAX_PHONE) return notPhone;
    const parsed = parsePhoneNumber(text, { ...(region && { defaultCountry: region }), extract: false });
    return parsed?.isPossible() && parsed.ext === undefined ? parsed.number : notPhone;
  };
}

/** Reads a web address; one without a scheme gets https. */
export function url(): AnswerReader {
  const notUrl = new AnswerError(
    'wrong_format',
    `must be a web address of at most ${MAX_URL} characters that begins with https:// or http://`,
  );
  return (value) => {
    if (typeof value !== 'string') return notUrl;
    const given = value.trim();
    if (given === '') return undefined;
    const text = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#]|$)/i.test(given) ? `https://${given}` : given;
    // The URL parser drops line ends in a scheme and turns backslashes around.
    if (text.length > MAX_URL || !/^https?:\/\/[^/\\?#]/i.test(text) || /[\s\p{C}<>"`\\]/u.test(text) || !URL.canParse(text)) return notUrl;
    return text;
  };
}

/** Reads a country; stored as its two letters. */
export function country(): AnswerReader {
  const notCountry = wrongType('the two letters of a country, like FR');
  return (value) => {
    if (typeof value !== 'string') return notCountry;
    const code = value.trim().toUpperCase();
    return countryCodes.has(code) ? code : notCountry;
  };
}

/** The parts of a postal address, in the order of the form. */
export const addressParts = [
  { name: 'line1', autocomplete: 'address-line1', required: true },
  { name: 'line2', autocomplete: 'address-line2', required: false },
  { name: 'city', autocomplete: 'address-level2', required: true },
  { name: 'region', autocomplete: 'address-level1', required: false },
  { name: 'postal_code', autocomplete: 'postal-code', required: false },
  { name: 'country', autocomplete: 'country', required: false },
] as const;

/** Reads a postal address; street and town are required when any part is given. */
export function address(): AnswerReader {
  const notAddress = wrongType('an object of line1, line2, city, region, postal_code and country');
  const incomplete = new AnswerError('incomplete', 'must have a street and a town');
  const badPart = new AnswerError('wrong_format', 'must have parts of at most 200 characters in one line');
  const readCountry = country();
  return (value) => {
    if (typeof value !== 'object' || Array.isArray(value)) return notAddress;
    const given = value as Record<string, unknown>;
    const known = addressParts as readonly { name: string }[];
    if (Object.keys(given).some((part) => !known.some(({ name }) => name === part))) return notAddress;
    const found: Record<string, string> = {};
    for (const { name } of addressParts) {
      const part = given[name];
      if (part === undefined || part === null) continue;
      if (typeof part !== 'string') return notAddress;
      const text = part.trim();
      if (text === '') continue;
      if (text.length > 200 || /\p{Cc}/u.test(text)) return badPart;
      const value = name === 'country' ? readCountry(text) : text;
      if (value instanceof AnswerError)
        return new AnswerError('wrong_format', 'must have the two letters of a country, like FR, as its country');
      found[name] = value as string;
    }
    if (Object.keys(found).length === 0) return undefined;
    return found.line1 === undefined || found.city === undefined ? incomplete : found;
  };
}
