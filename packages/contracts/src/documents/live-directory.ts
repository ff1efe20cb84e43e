import { z } from 'zod';
import { Actor } from '../core/actor.ts';
import { id, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { textDeadline } from './document-content.ts';
import { MAX_LOOKED_DOCUMENTS, MAX_STATE_VECTOR_BYTES } from './live-limits.ts';

/*
 * The questions and changes of gateways with live connections, over the bus only. Every update is a row in Postgres before library announces
 * and confirms it, so any process of library and any gateway serve any document.
 */

/** The start of the path of live connections, which the id of a document follows. */
export const LIVE_PATH = '/v1/live/';

/** The purpose of sealed tokens that are tickets for live editing. */
export const LIVE_TICKET_PURPOSE = 'live ticket';

/** The editor of a live connection: the key or the session whose end is the end of the connection, and the actor of its changes. */
export const LiveEditor = z.strictObject({
  key_id: z.string().max(64),
  actor: Actor,
  person: z.strictObject({ id: z.string().max(64), session_id: z.string().max(64) }).optional(),
  grant_id: z.string().max(64).optional(),
});

/** The editor of a live connection. */
export type LiveEditor = z.infer<typeof LiveEditor>;

/** The content of a ticket: `sealedToken` seals it together with its expiry. */
export const LiveTicketContent = z.strictObject({
  id: z.string().max(64),
  space_id: z.string().max(64),
  document_id: z.string().max(64),
  may_write: z.boolean(),
  editor: LiveEditor,
});

/** The content of a ticket. */
export type LiveTicketContent = z.infer<typeof LiveTicketContent>;

const document_id = id('document');
const base64 = z.string().describe('Bytes in base64');

/** The outcome of an update: `unchanged` if the document had it before. */
export const UpdateOutcome = z.object({
  outcome: z.enum(['stored', 'unchanged', 'refused']),
  reason: z.string().nullable().describe('The reason of a refusal; null for the other outcomes'),
});

/** The outcome of an update. */
export type UpdateOutcome = z.infer<typeof UpdateOutcome>;

/** Documents for live connections, over the bus only. The caller is in the Space of the document. */
export const liveDirectory = contract({
  name: 'live_directory',
  service: 'library',
  tag: 'Documents for live connections',
  description: 'Uses tickets, sends states of documents and appends updates.',
  operations: {
    use_ticket: operation({
      summary: 'Use a ticket for its one connection',
      description: 'Ended for a ticket that was used before, missing for a document that is gone or in the trash.',
      audience: 'internal',
      input: z.strictObject({ ticket_id: z.string().max(64), document_id, expires_at: timestamp }),
      output: z.object({ outcome: z.enum(['ok', 'ended', 'missing']) }),
    }),
    sync: operation({
      summary: 'Read what a state vector lacks',
      description:
        'A large state comes in parts: while `rest` is not null, the next call has it as its state vector. Each part has all deletions. Throws not_found for a document that is gone or in the trash, and too_large for one that cannot be sent.',
      audience: 'internal',
      input: z.strictObject({ document_id, state_vector: base64.max(4 * Math.ceil(MAX_STATE_VECTOR_BYTES / 3)) }),
      output: z.object({
        version: z.int().describe('The document has at least the changes up to this version'),
        update: base64,
        state_vector: base64.describe('State vector of the whole document'),
        rest: base64.nullable(),
      }),
      ...textDeadline,
    }),
    append: operation({
      summary: 'Append updates of editors',
      description:
        'Checks each on a copy of the document and stores those that change it in one transaction. They are announced to all gateways before this is answered. Throws not_found for a document that is gone or in the trash.',
      audience: 'internal',
      input: z.strictObject({
        document_id,
        batch: z.string().max(64).describe('Name of these updates, chosen by the gateway'),
        updates: z.array(z.strictObject({ update: base64, actor: Actor })).min(1),
      }),
      output: z.object({
        outcomes: z.array(UpdateOutcome).describe('One for each update'),
        state_vector: base64.describe('State vector that is stored'),
      }),
      ...textDeadline,
    }),
    read: operation({
      summary: 'Read the updates after a version',
      description: 'Throws not_found for a document that is gone or in the trash.',
      audience: 'internal',
      input: z.strictObject({ document_id, after: z.int().min(0) }),
      output: z.object({
        version: z.int().describe('The version after these updates'),
        updates: z.array(base64).nullable().describe('null if some of them are no longer stored: the editors must connect again'),
        has_more: z.boolean(),
      }),
    }),
    look: operation({
      summary: 'Read the versions of documents',
      description: 'The caller is in no Space.',
      audience: 'internal',
      input: z.strictObject({ documents: z.array(z.strictObject({ space_id: z.string(), document_id })).max(MAX_LOOKED_DOCUMENTS) }),
      output: z.object({
        versions: z.array(z.int().nullable()).describe('In the order of the documents; null for one that is gone or in the trash'),
      }),
    }),
  },
});
