import { z } from 'zod';
import { ActorKind } from '../core/actor.ts';
import { timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { LIVE_TICKET_SECONDS, MAX_LISTED_UPDATES } from '../live/limits.ts';
import { documentId } from './document.ts';
import { textDeadline } from './document-content.ts';
import { documentMentioned, documentUpdated } from './documents.events.ts';
import { MAX_DOCUMENT_UPDATE_BYTES } from './limits.ts';

/** A right to follow or change one document over one connection. */
export const LiveTicket = z
  .object({
    url: z.string().describe('WebSocket address with the ticket; it opens one connection, and everyone who knows it has the same right'),
    may_write: z.boolean().describe('True if the connection may change the document'),
    expires_at: timestamp.describe('The time until which the connection must be opened'),
    protocol: z
      .string()
      .describe('y-websocket: sync, awareness and query awareness; a message of type 4 has the state vector that is stored'),
    fragment: z.string().describe('Name of the Y.XmlFragment with the document'),
    schema_version: z.int().describe('Version of the nodes and marks; an editor with another one must not change the document'),
  })
  .meta({ id: 'LiveTicket' });

/** A right to follow or change one document over one connection. */
export type LiveTicket = z.output<typeof LiveTicket>;

const base64 = (most: number) =>
  z
    .string()
    .min(1)
    .max(Math.ceil(most / 3) * 4)
    .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'must be base64');

const lastsFor = `The ticket works once, within ${LIVE_TICKET_SECONDS} seconds. The connection ends with the key or session that asked for it.`;

/** Live editing of documents (contract, Y20). */
export const documentLive = contract({
  name: 'document_live',
  service: 'library',
  tag: 'Live editing of documents',
  description: 'Tickets for live editing of a document over a WebSocket, and Yjs updates for clients without one.',
  operations: {
    read_ticket: operation({
      summary: 'Get a ticket to follow a document live',
      description: `Opens a WebSocket that only reads. ${lastsFor}`,
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
      description: `Opens a WebSocket that reads and writes. ${lastsFor}`,
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
        after: z.int().min(0).max(1_000_000_000).default(0).describe('Version that the program has; 0 for the whole state'),
        limit: z.int().min(1).max(MAX_LISTED_UPDATES).default(MAX_LISTED_UPDATES).describe('Most updates'),
      }),
      output: z.object({
        version: z.int().describe('Version of the content after these updates'),
        updates: z.array(
          z.object({
            version: z.int(),
            update_base64: z.string().describe('Yjs update (format 1) in base64; apply it with Y.applyUpdate'),
            actor: z.object({ kind: ActorKind, id: z.string(), name: z.string() }).nullable().describe('null for a whole state'),
            created_at: timestamp.nullable().describe('null for a whole state'),
          }),
        ),
        next_after: z.int().nullable().describe('Pass as after for the rest; null if nothing is left now'),
      }),
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
      input: z.strictObject({
        ...documentId,
        update_base64: base64(MAX_DOCUMENT_UPDATE_BYTES).describe(
          `Yjs update (format 1) in base64, at most ${MAX_DOCUMENT_UPDATE_BYTES} bytes`,
        ),
      }),
      output: z.object({
        id: z.string(),
        version: z.int().describe('Version of the content after the update'),
        previous_version: z.int().describe('Version directly before; equal to version if nothing changed'),
        state_vector_base64: z.string().describe('State vector that is stored, in base64'),
      }),
      emits: [documentUpdated, documentMentioned],
      undo: (_input, { id, version, previous_version }) =>
        version === previous_version ? null : { tool: 'revert_document', arguments: { id, version, only: 'change' } },
      problems: ['conflict', 'limit_reached', 'unavailable'],
      max_body_bytes: 2 * MAX_DOCUMENT_UPDATE_BYTES,
      ...textDeadline,
      example: { id: 'doc_01jd0000000000000000000000', update_base64: 'AAA=' },
    }),
  },
});
