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
import { documentId } from './document.ts';
import { textDeadline } from './document-content.ts';
import { documentMentioned, documentUpdated } from './documents.events.ts';

/** A right to follow or change one document over one connection. */
export const LiveTicket = z
  .object({
    ...liveTicketFields('document'),
    fragment: z.string().describe('Name of the Y.XmlFragment with the document'),
    schema_version: z.int().describe('Version of the nodes and marks; an editor with another one must not change the document'),
  })
  .meta({ id: 'LiveTicket' });

/** A right to follow or change one document over one connection. */
export type LiveTicket = z.output<typeof LiveTicket>;

/** Live editing of documents (contract, Y20). */
export const documentLive = contract({
  name: 'document_live',
  service: 'library',
  tag: 'Live editing of documents',
  description: 'Tickets for live editing of a document over a WebSocket, and Yjs updates for clients without one.',
  operations: {
    read_ticket: operation({
      summary: 'Get a ticket to follow a document live',
      description: `Opens a WebSocket that only reads. ${ticketLife}`,
      scope: 'documents:read',
      route: { method: 'GET', path: '/documents/:id/live-ticket', status: 200 },
      tools: [{ name: 'get_document_live_ticket', family: 'documents', action: 'live_read' }],
      input: z.strictObject(documentId),
      output: LiveTicket,
      problems: ['conflict', 'forbidden'],
      confidential: true,
    }),
    ticket: operation({
      summary: 'Get a ticket to edit a document live',
      description: `Opens a WebSocket that reads and writes. ${ticketLife}`,
      scope: 'documents:write',
      route: { method: 'POST', path: '/documents/:id/live-tickets', status: 201 },
      tools: [{ name: 'create_document_live_ticket', family: 'documents', action: 'live_edit' }],
      input: z.strictObject(documentId),
      output: LiveTicket,
      problems: ['conflict', 'forbidden'],
      confidential: true,
      allowed_when_full: true,
      no_undo: `the ticket ends by itself after ${LIVE_TICKET_SECONDS} seconds`,
      example: { id: 'doc_01jd0000000000000000000000' },
    }),
    updates: operation({
      summary: 'Read the Yjs updates of a document',
      description:
        'For programs that have the document as a Y.Doc and no WebSocket. Without after it is the whole state; with it the changes after that version. 410 if some of them are no longer stored: then read the whole state.',
      scope: 'documents:read',
      route: { method: 'GET', path: '/documents/:id/updates', status: 200 },
      tools: [{ name: 'get_document_updates', family: 'documents', action: 'updates' }],
      input: z.strictObject({
        ...documentId,
        ...listedUpdatesFields,
      }),
      output: ListedUpdates,
      problems: ['gone', 'too_large', 'unavailable'],
      ...textDeadline,
    }),
    push: operation({
      summary: 'Add a Yjs update to a document',
      description:
        'Open editors receive it immediately. An update that the document has changes nothing. One that breaks the schema of documents or needs another update that is not there is 400. Its event comes with those of live editing: after 30 quiet seconds, at the latest after 5 minutes.',
      scope: 'documents:write',
      route: { method: 'POST', path: '/documents/:id/updates', status: 200 },
      tools: [{ name: 'push_document_update', family: 'documents', action: 'push' }],
      input: z.strictObject({ ...documentId, ...pushedUpdateFields }),
      output: PushedUpdate,
      emits: [documentUpdated, documentMentioned],
      undo: (_input, { id, version, previous_version }) =>
        version === previous_version ? null : { tool: 'revert_document', arguments: { id, version, only: 'change' } },
      problems: ['conflict', 'limit_reached', 'unavailable'],
      max_body_bytes: 2 * MAX_LIVE_UPDATE_BYTES,
      ...textDeadline,
      example: { id: 'doc_01jd0000000000000000000000', update_base64: 'AAA=' },
    }),
  },
});
