import { z } from 'zod';
import { Actor, ActorKind } from '../core/actor.ts';
import { timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, limit, page } from '../core/page.ts';
import { ACTIVITY_DAYS } from './limits.ts';

/** How a call came: over REST, as a tool over MCP, or as an action of an automation. */
export const ActivityVia = z.enum(['rest', 'mcp', 'automation']);

/** One call, whatever came of it. */
export const Activity = z
  .object({
    id: z.int().describe('Its number; later calls have greater ones'),
    at: timestamp,
    via: ActivityVia,
    actor: Actor,
    key_id: z.string().describe('The key that called, or for which the automation acts'),
    operation: z
      .string()
      .nullable()
      .describe('What was called, as in proto/operations.txt; null for search_tools, and for a tool or an action that is none'),
    tool: z
      .string()
      .nullable()
      .describe('The tool it was called by over MCP: the single tool, however it was called; null for a name that no tool could have'),
    things: z.array(z.string()).describe('Ids that the call named, at most 20, and the id of what it made'),
    outcome: z.string().describe('ok, or the code of the refusal'),
    dry_run: z.boolean().describe('Whether the call was only tried'),
    duration_ms: z.number(),
    request_id: z.string(),
  })
  .meta({ id: 'Activity' });

/** A call to be written down: one line of the log without its number. */
export const ActivityLine = Activity.omit({ id: true });

/** A call to be written down. */
export type ActivityLine = z.infer<typeof ActivityLine>;

/** What was called in a Space, by whom and with what outcome. */
export const activity = contract({
  name: 'activity',
  service: 'gateway',
  tag: 'Activity',
  description: `One line for each call with a key of the Space, over REST or MCP, and for each action of an automation; kept for ${ACTIVITY_DAYS} days.`,
  operations: {
    list: operation({
      summary: 'Read the activity log',
      description:
        'Newest first: who called what, on which thing, and what came of it. Reads and refused calls are lines too, but not calls beyond the rate limit. Lines show within a second or two. An agent sees its own. A page may be shorter than limit although has_more is true.',
      scope: 'agents:read',
      route: { method: 'GET', path: '/activity', status: 200 },
      tools: [{ name: 'list_activity', family: 'activity', action: 'list' }],
      input: z.strictObject({
        actor_kind: ActorKind.optional(),
        actor_id: z.string().min(1).max(64).optional(),
        key_id: z.string().min(1).max(64).optional(),
        via: ActivityVia.optional(),
        operation: z.string().min(1).max(100).describe('Only this operation, such as contacts.create').optional(),
        outcome: z.string().min(1).max(64).describe('ok, or the code of a refusal').optional(),
        thing: z.string().min(1).max(64).describe('Only calls that named or made the thing with this id').optional(),
        changes: z.boolean().describe('true leaves out what only reads').optional(),
        limit,
        cursor,
      }),
      output: page(Activity),
      example: { outcome: 'missing_scope', limit: 20 },
    }),
  },
});

/** What other services tell of calls that did not come through the gateway, over the bus only. */
export const activityLog = contract({
  name: 'activity_log',
  service: 'gateway',
  tag: 'Activity log',
  description: 'Takes the actions of automations into the activity log.',
  operations: {
    note: operation({
      summary: 'Write down a call of the caller',
      audience: 'internal',
      input: z.strictObject({ line: ActivityLine }),
      output: z.object({ noted: z.literal(true) }),
    }),
  },
});
