import { z } from 'zod';
import { contract, operation } from '../core/operation.ts';
import { LIVE_TICKET_SECONDS, MAX_LIVE_UPDATE_BYTES } from '../live/limits.ts';
import {
  ListedUpdates,
  listedUpdatesFields,
  liveTicketFields,
  PushedUpdate,
  pushedUpdateFields,
  ticketLife,
} from '../live/live-answers.ts';
import { takeBackChange } from './board-change.ts';
import { boardDeadline, whiteboardId } from './whiteboard.ts';
import { whiteboardUpdated } from './whiteboards.events.ts';

/** A right to follow or change one whiteboard over one connection. */
export const WhiteboardLiveTicket = z
  .object({
    ...liveTicketFields('whiteboard'),
    elements: z.string().describe('Name of the Y.Map with the elements: each is a Y.Map under its id'),
    schema_version: z.int().describe('Version of the fields of elements; an editor with another one must not change the whiteboard'),
  })
  .meta({ id: 'WhiteboardLiveTicket' });

/** A right to follow or change one whiteboard over one connection. */
export type WhiteboardLiveTicket = z.output<typeof WhiteboardLiveTicket>;

/** Live drawing on whiteboards (contract, Y20). */
export const whiteboardLive = contract({
  name: 'whiteboard_live',
  service: 'library',
  tag: 'Live drawing on whiteboards',
  description: 'Tickets for live drawing on a whiteboard over a WebSocket, and Yjs updates for clients without one.',
  operations: {
    read_ticket: operation({
      summary: 'Get a ticket to follow a whiteboard live',
      description: `Opens a WebSocket that only reads. ${ticketLife}`,
      scope: 'whiteboards:read',
      route: { method: 'GET', path: '/whiteboards/:id/live-ticket', status: 200 },
      tools: [{ name: 'get_whiteboard_live_ticket', family: 'whiteboards', action: 'live_read' }],
      input: z.strictObject(whiteboardId),
      output: WhiteboardLiveTicket,
      problems: ['conflict', 'forbidden'],
      confidential: true,
    }),
    ticket: operation({
      summary: 'Get a ticket to draw on a whiteboard live',
      description: `Opens a WebSocket that reads and writes. ${ticketLife} Others see the cursor and the selection in its awareness state: cursor is {x, y} or null, selection a list of ids of elements.`,
      scope: 'whiteboards:write',
      route: { method: 'POST', path: '/whiteboards/:id/live-tickets', status: 201 },
      tools: [{ name: 'create_whiteboard_live_ticket', family: 'whiteboards', action: 'live_edit' }],
      input: z.strictObject(whiteboardId),
      output: WhiteboardLiveTicket,
      problems: ['conflict', 'forbidden'],
      confidential: true,
      allowed_when_full: true,
      no_undo: `the ticket ends by itself after ${LIVE_TICKET_SECONDS} seconds`,
      example: { id: 'wbd_01jd0000000000000000000000' },
    }),
    updates: operation({
      summary: 'Read the Yjs updates of a whiteboard',
      description:
        'For programs that have the whiteboard as a Y.Doc and no WebSocket. Without after it is the whole state; with it the changes after that version. 410 if some of them are no longer stored: then read the whole state.',
      scope: 'whiteboards:read',
      route: { method: 'GET', path: '/whiteboards/:id/updates', status: 200 },
      tools: [{ name: 'get_whiteboard_updates', family: 'whiteboards', action: 'updates' }],
      input: z.strictObject({ ...whiteboardId, ...listedUpdatesFields }),
      output: ListedUpdates,
      problems: ['gone', 'too_large', 'unavailable'],
      ...boardDeadline,
    }),
    push: operation({
      summary: 'Add a Yjs update to a whiteboard',
      description:
        'Open editors receive it immediately. An update that the whiteboard has changes nothing. One that breaks the rules of elements or needs another update that is not there is 400. Its event comes with those of live drawing: after 30 quiet seconds, at the latest after 5 minutes.',
      scope: 'whiteboards:write',
      route: { method: 'POST', path: '/whiteboards/:id/updates', status: 200 },
      tools: [{ name: 'push_whiteboard_update', family: 'whiteboards', action: 'push' }],
      input: z.strictObject({ ...whiteboardId, ...pushedUpdateFields }),
      output: PushedUpdate,
      emits: [whiteboardUpdated],
      undo: takeBackChange,
      problems: ['conflict', 'limit_reached', 'unavailable'],
      max_body_bytes: 2 * MAX_LIVE_UPDATE_BYTES,
      ...boardDeadline,
      example: { id: 'wbd_01jd0000000000000000000000', update_base64: 'AAA=' },
    }),
  },
});
