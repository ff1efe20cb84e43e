import { ApiError } from '../api/api-error.ts';
import { spaceClient } from '../api/space-client.ts';
import { type LiveTicket, TicketRefused } from './ticket.ts';

/** Returns true if the browser can edit live. */
export const canBeLive = (): boolean => typeof WebSocket === 'function';

/** Returns the function that asks for a ticket of a document: to change it, or only to follow it. */
export const documentTickets = (space_id: string, id: string, mayWrite: boolean) =>
  refusable(async (): Promise<LiveTicket> => {
    const { ticket, read_ticket } = spaceClient(space_id).document_live;
    const { fragment, ...answer } = await (mayWrite ? ticket : read_ticket)({ id });
    return { ...answer, root: fragment };
  });

/** Returns the function that asks for a ticket of a whiteboard: to change it, or only to follow it. */
export const whiteboardTickets = (space_id: string, id: string, mayWrite: boolean) =>
  refusable(async (): Promise<LiveTicket> => {
    const { ticket, read_ticket } = spaceClient(space_id).whiteboard_live;
    const { elements, ...answer } = await (mayWrite ? ticket : read_ticket)({ id });
    return { ...answer, root: elements };
  });

const refusable = (ask: () => Promise<LiveTicket>) => async (): Promise<LiveTicket> => {
  try {
    return await ask();
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
};

/** Returns the end that a refusal of a ticket means; undefined for one that is worth another try. */
export function refusalOf(error: unknown): TicketRefused | undefined {
  if (!(error instanceof ApiError)) return new TicketRefused('unavailable', error instanceof Error ? error.message : '');
  if (error.status === 401 || error.status === 403) return new TicketRefused('not_allowed', error.message);
  if (error.status === 404) return new TicketRefused('gone', error.message);
  if (error.status === 409) return new TicketRefused('unavailable', 'it is locked or in the trash');
  const isTemporary = error.status === 0 || error.status === 429 || error.status >= 500;
  return isTemporary ? undefined : new TicketRefused('unavailable', error.message);
}
