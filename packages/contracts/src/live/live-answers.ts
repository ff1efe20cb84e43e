import { z } from 'zod';
import { ActorKind } from '../core/actor.ts';
import { timestamp } from '../core/fields.ts';
import { LIVE_TICKET_SECONDS, MAX_LISTED_UPDATES, MAX_LIVE_UPDATE_BYTES } from './limits.ts';
import type { LiveKind } from './live-kinds.ts';

/** The life of a ticket in words, for the descriptions of its operations. */
export const ticketLife = `The ticket works once, within ${LIVE_TICKET_SECONDS} seconds. The connection ends with the key or session that asked for it.`;

/** Returns the fields that the tickets of all kinds have: a right to follow or change one content over one connection. */
export const liveTicketFields = (noun: LiveKind) => ({
  url: z.string().describe('WebSocket address with the ticket; it opens one connection, and everyone who knows it has the same right'),
  may_write: z.boolean().describe(`True if the connection may change the ${noun}`),
  expires_at: timestamp.describe('The time until which the connection must be opened'),
  protocol: z
    .string()
    .describe('y-websocket: sync, awareness and query awareness; a message of type 4 has the state vector that is stored'),
});

/** The part of a list of updates that a call asks for. */
export const listedUpdatesFields = {
  after: z.int().min(0).max(1_000_000_000).default(0).describe('Version that the program has; 0 for the whole state'),
  limit: z.int().min(1).max(MAX_LISTED_UPDATES).default(MAX_LISTED_UPDATES).describe('Most updates'),
};

/** The updates after a version, or the whole state. */
export const ListedUpdates = z.object({
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
});

/** An update that a program sends. */
export const pushedUpdateFields = {
  update_base64: z
    .string()
    .min(1)
    .max(Math.ceil(MAX_LIVE_UPDATE_BYTES / 3) * 4)
    .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/, 'must be base64')
    .describe(`Yjs update (format 1) in base64, at most ${MAX_LIVE_UPDATE_BYTES} bytes`),
};

/** The answer to an update that a program sends. */
export const PushedUpdate = z.object({
  id: z.string(),
  version: z.int().describe('Version of the content after the update'),
  previous_version: z.int().describe('Version directly before; equal to version if nothing changed'),
  state_vector_base64: z.string().describe('State vector that is stored, in base64'),
});
