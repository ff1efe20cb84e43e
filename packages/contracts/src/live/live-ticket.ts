import { z } from 'zod';
import { Actor } from '../core/actor.ts';
import { liveKindOf } from './live-kinds.ts';

/** The start of the path of live connections, which the id of the content follows. */
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

/** The claims of a ticket: `sealedToken` seals them together with its expiry. */
export const LiveTicketClaims = z.strictObject({
  id: z.string().max(64),
  space_id: z.string().max(64),
  content_id: z
    .string()
    .max(64)
    .refine((id) => liveKindOf(id) !== undefined),
  may_write: z.boolean(),
  editor: LiveEditor,
});

/** The claims of a ticket. */
export type LiveTicketClaims = z.infer<typeof LiveTicketClaims>;
