import { isDeepStrictEqual } from 'node:util';
import type { Contact } from '@space/contracts/contacts';
import type { ContactFields } from './contacts.queries.ts';

/** Returns the given fields that differ from the contact's. */
export const changedFields = (contact: Contact, fields: ContactFields): ContactFields =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== undefined && !isDeepStrictEqual(contact[name as keyof Contact], value)),
  );

/** Returns the contact's values of some fields. */
export const valuesOf = (contact: Contact, names: readonly string[]): ContactFields =>
  Object.fromEntries(names.map((name) => [name, contact[name as keyof Contact]]));
