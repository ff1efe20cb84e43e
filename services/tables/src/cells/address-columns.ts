import { emailAddress } from '@space/contracts/core';
import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js';
import type { Column } from '../schema/schema.ts';
import { type CellType, configOf, type ParsedCell, reject } from './cell-type.ts';
import { plainCsv, plainText, rejectUnstorable } from './plain-text.ts';

const MAX_URL = 2_048;
const MAX_PHONE = 64;

/** An email address, as contacts have. The domain is lower-cased; the part before the @ stays as sent. */
export const email: CellType = address({
  expected: 'an email address of at most 254 characters, like ada@example.com',
  read(_, value) {
    if (!emailAddress.safeParse(value).success) return undefined;
    const at = value.lastIndexOf('@');
    return value.slice(0, at) + value.slice(at).toLowerCase();
  },
  clean: (text) => (/^(?:mailto:|[^<>]*<)([^<>]+?)>?$/i.exec(text)?.[1] ?? text).trim(),
});

/** A phone number in E.164 form, such as +33123456789. A number without + needs the column's `default_region`. */
export const phone: CellType = address({
  expected: 'a phone number with + and the code of the country, like +33 1 23 45 67 89',
  read(column, value) {
    if (value.length > MAX_PHONE) return undefined;
    const { default_region } = configOf<'phone'>(column);
    const parsed = e164(value, default_region as CountryCode | undefined);
    // The stored form must parse to itself.
    return parsed !== undefined && e164(parsed, default_region as CountryCode | undefined) === parsed ? parsed : undefined;
  },
  clean: (text) => text.replace(/^tel:/i, ''),
});

/** A URL with a scheme that the column allows (default http, https and mailto), stored as sent. */
export const url: CellType = address({
  expected: 'a URL',
  read: (column, value) => (isUrl(value, schemesOf(column)) ? value : undefined),
  clean: (text) => (/^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#:]|$)/i.test(text) ? `https://${text}` : text),
});

/** Returns true for a URL of one of these schemes (without the colon) that has a host or is a mail address. */
export function isUrl(value: string, schemes: readonly string[]): boolean {
  // The URL parser removes spaces and line ends, even inside a scheme.
  if (value.length > MAX_URL || /[\s\p{C}<>"`]/u.test(value) || !URL.canParse(value)) return false;
  const { protocol, host, pathname } = new URL(value);
  if (!schemes.includes(protocol.slice(0, -1))) return false;
  return protocol === 'mailto:' ? /^[^@]+@[^@]+$/.test(pathname) : host !== '' && /^https?:\/\//i.test(value);
}

const schemesOf = (column: Column): readonly string[] => configOf<'url'>(column).allowed_schemes ?? ['http', 'https', 'mailto'];

function e164(value: string, region: CountryCode | undefined): string | undefined {
  const parsed = parsePhoneNumber(value, { ...(region && { defaultCountry: region }), extract: false });
  return parsed?.isPossible() && parsed.ext === undefined ? parsed.number : undefined;
}

interface Address {
  readonly expected: string;
  read(column: Column, value: string): string | undefined;
  /** Returns the address in a text that may contain more than the address. */
  clean(text: string): string;
}

function address({ expected, read, clean }: Address): CellType {
  const accept = (column: Column, value: string): ParsedCell => {
    const cell = read(column, value);
    return cell === undefined ? reject('wrong_format', `must be ${expectedBy(column, expected)}`) : (rejectUnstorable(cell) ?? { cell });
  };
  return {
    value_type: 'text',
    parseJson: (column, value) =>
      typeof value === 'string' ? accept(column, value) : reject('wrong_type', `must be text, ${expectedBy(column, expected)}`),
    parseText: (column, text) => accept(column, clean(text)),
    format: (_, cell) => plainText(cell),
    formatCsv: (_, cell) => plainCsv(cell),
  };
}

function expectedBy(column: Column, expected: string): string {
  if (column.type === 'url') return `a URL of at most ${MAX_URL} characters that begins with ${schemesOf(column).map(prefix).join(' or ')}`;
  const region = column.type === 'phone' ? configOf<'phone'>(column).default_region : undefined;
  return region ? `a phone number of ${region}, or one ${expected.slice('a phone number '.length)}` : expected;
}

const prefix = (scheme: string): string => (scheme === 'mailto' ? 'mailto:' : `${scheme}://`);
