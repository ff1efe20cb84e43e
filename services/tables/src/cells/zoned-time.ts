import { moment } from '@space/contracts/core';

/** A local time with its zone as an instant, ISO 8601 in UTC with milliseconds, or the reason why it is refused. */
export type ZonedTime = { readonly instant: string } | { readonly message: string };

/**
 * Reads a local time with its zone in brackets, as every time of a request is read. Returns undefined for a text of another form, such
 * as an instant.
 */
export function readZonedTime(text: string): ZonedTime | undefined {
  if (!text.endsWith(']')) return undefined;
  const read = moment.safeParse(text);
  return read.success ? { instant: read.data } : { message: read.error.issues[0]!.message };
}
