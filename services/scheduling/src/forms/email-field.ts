import type { FormField } from '@space/contracts/scheduling';

/** Returns the field for the email of the person who answers: the one mapped to it, otherwise the first email field. */
export const findEmailField = (fields: readonly FormField[]): FormField | undefined =>
  fields.find(({ map_to }) => map_to === 'contact.email') ?? fields.find(({ type, map_to }) => type === 'email' && map_to === undefined);
