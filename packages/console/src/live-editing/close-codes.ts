import type { EndReason } from './live-state.ts';

/** The codes with which the service ends a connection for good. After any other one the editor asks for a new ticket. */
const ends: Readonly<Record<number, EndReason>> = {
  // A change breaks the schema or a limit, or is larger than a message.
  1009: 'refused',
  4400: 'refused',
  4403: 'not_allowed',
  4404: 'gone',
};

/** Returns why a connection ended for good, or undefined if it is worth another try. */
export const endOf = (code: number): EndReason | undefined => ends[code];
