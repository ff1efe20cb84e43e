import type { EndReason } from './live-state.ts';

/** A right to follow or change one document or whiteboard over one connection, as the service answers it. */
export interface LiveTicket {
  readonly url: string;
  readonly may_write: boolean;
  readonly expires_at: string;
  readonly protocol: string;
  /** The name of the root type of the content. */
  readonly root: string;
  readonly schema_version: number;
}

/** Returns why a ticket cannot be used, or undefined. An editor with another version of the schema could delete parts of the content. */
export function ticketFault(ticket: LiveTicket, schema_version: number, root: string): EndReason | undefined {
  if (ticket.schema_version !== schema_version) return 'old_editor';
  return ticket.protocol === 'y-websocket' && ticket.root === root ? undefined : 'unknown_protocol';
}

/** The end of asking for a ticket: there will be none. */
export class TicketRefused extends Error {
  readonly reason: EndReason;

  constructor(reason: EndReason, message = '') {
    super(message);
    this.reason = reason;
  }
}
