import type { FormField } from '@space/contracts/scheduling';

/** The field whose answer is the email of whoever answers: the one mapped there, or the first that asks for an email; or undefined. */
export const findEmailField = (fields: readonly FormField[]): FormField | undefined =>
  fields.find(({ map_to }) => map_to === 'contact.email') ?? fields.find(({ type, map_to }) => type === 'email' && map_to === undefined);
