import { SECOND_MS } from '@space/time';
import { z } from 'zod';
import { Actor } from '../core/actor.ts';
import { id, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { LIVE_CALL_SECONDS, MAX_LOOKED_CONTENTS, MAX_STATE_VECTOR_BYTES } from './limits.ts';

/*
 * The questions and changes of gateways with live connections, over the bus only. Every update is a row in Postgres before library announces
 * and confirms it, so any process of library and any gateway serve any content.
 */

const content_id = id('content');
const liveDeadline = { deadline_ms: LIVE_CALL_SECONDS * SECOND_MS };
const base64 = z.string().describe('Bytes in base64');

/** The outcome of an update: `unchanged` if the content had it before. */
export const UpdateOutcome = z.object({
  outcome: z.enum(['stored', 'unchanged', 'refused']),
  reason: z.string().nullable().describe('The reason of a refusal; null for the other outcomes'),
});

/** The outcome of an update. */
export type UpdateOutcome = z.infer<typeof UpdateOutcome>;

/** Content for live connections, over the bus only. Its id tells its kind (live-kinds.ts), and the caller is in its Space. */
export const liveDirectory = contract({
  name: 'live_directory',
  service: 'library',
  tag: 'Content for live connections',
  description: 'Uses tickets, sends states of content and appends updates.',
  operations: {
    use_ticket: operation({
      summary: 'Use a ticket for its one connection',
      description: 'Ended for a ticket that was used before, missing for content that is gone or in the trash.',
      audience: 'internal',
      input: z.strictObject({ ticket_id: z.string().max(64), content_id, expires_at: timestamp }),
      output: z.object({ outcome: z.enum(['ok', 'ended', 'missing']) }),
    }),
    sync: operation({
      summary: 'Read what a state vector lacks',
      description:
        'A large state comes in parts: while `rest` is not null, the next call has it as its state vector. Each part has all deletions. Throws not_found for content that is gone or in the trash, and too_large for a state that cannot be sent.',
      audience: 'internal',
      input: z.strictObject({ content_id, state_vector: base64.max(4 * Math.ceil(MAX_STATE_VECTOR_BYTES / 3)) }),
      output: z.object({
        version: z.int().describe('The content has at least the changes up to this version'),
        update: base64,
        state_vector: base64.describe('State vector of the whole content'),
        rest: base64.nullable(),
      }),
      ...liveDeadline,
    }),
    append: operation({
      summary: 'Append updates of editors',
      description:
        'Checks each on a copy of the content and stores those that change it in one transaction. They are announced to all gateways before this is answered. Throws not_found for content that is gone or in the trash.',
      audience: 'internal',
      input: z.strictObject({
        content_id,
        batch: z.string().max(64).describe('Name of these updates, chosen by the gateway'),
        updates: z.array(z.strictObject({ update: base64, actor: Actor })).min(1),
      }),
      output: z.object({
        outcomes: z.array(UpdateOutcome).describe('One for each update'),
        state_vector: base64.describe('State vector that is stored'),
      }),
      ...liveDeadline,
    }),
    read: operation({
      summary: 'Read the updates after a version',
      description: 'Throws not_found for content that is gone or in the trash.',
      audience: 'internal',
      input: z.strictObject({ content_id, after: z.int().min(0) }),
      output: z.object({
        version: z.int().describe('The version after these updates'),
        updates: z.array(base64).nullable().describe('null if some of them are no longer stored: the editors must connect again'),
        has_more: z.boolean(),
      }),
    }),
    look: operation({
      summary: 'Read the versions of content',
      description: 'The caller is in no Space.',
      audience: 'internal',
      input: z.strictObject({ contents: z.array(z.strictObject({ space_id: z.string(), content_id })).max(MAX_LOOKED_CONTENTS) }),
      output: z.object({
        versions: z.array(z.int().nullable()).describe('In the order of the ids; null for content that is gone or in the trash'),
      }),
    }),
  },
});
