import { z } from 'zod';
import { Actor, ActorKind } from '../core/actor.ts';
import { id, timestamp } from '../core/fields.ts';
import { MAX_FIGURE_DAYS } from '../core/limits.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, limit, page } from '../core/page.ts';
import { madeBetween } from '../core/time-fields.ts';
import { ACTIVITY_DAYS, MAX_ACTIVITY_FIGURES } from './limits.ts';

/** The channel of a call: REST, a tool over MCP, an action of an automation, or a person in the console. */
export const ActivityChannel = z.enum(['rest', 'mcp', 'automation', 'console']);

/** The client of OAuth that made a call. */
const ActivityClient = z.object({
  grant_id: z.string().describe('The grant of the client'),
  name: z.string().describe('The name that the client gives itself'),
});

/** The client of OAuth that made a call. */
export type ActivityClient = z.infer<typeof ActivityClient>;

/** One call, successful or refused. */
export const Activity = z
  .object({
    id: z.int().describe('The number of the line; later lines have greater numbers'),
    created_at: timestamp,
    channel: ActivityChannel,
    actor: Actor,
    key_id: z.string().describe('The key of the caller, or the key or member that the automation acts for; empty for a person'),
    client: ActivityClient.nullable().describe('The client of OAuth that the call came from; null for a call with the key itself'),
    operation: z
      .string()
      .nullable()
      .describe('The id of the operation, such as contacts.create; null for search_tools, and for a tool or an action that does not exist'),
    tool: z
      .string()
      .nullable()
      .describe('The single tool of a call over MCP, also when a family or call_tool was called; null for a name that no tool could have'),
    resource_ids: z
      .array(z.string())
      .describe('At most 20 ids: those that the call names, and last the id of the resource that it created'),
    outcome: z.string().describe('ok, or the code of the error'),
    dry_run: z.boolean().describe('True for a dry run'),
    duration_ms: z.number(),
    request_id: z.string(),
  })
  .meta({ id: 'Activity' });

/** A line of the log without its number and its client: other services add no calls of clients of OAuth. */
export const ActivityLine = Activity.omit({ id: true, client: true });

/** A line of the log without its number and its client. */
export type ActivityLine = z.infer<typeof ActivityLine>;

/** The calls of one group; a property by which calls are not grouped is absent. */
const ActivityFigures = z
  .object({
    hour_at: timestamp.optional().describe('The start of the hour, in UTC'),
    key_id: z.string().optional(),
    operation: z.string().nullable().optional().describe('Null for calls of a tool that is not an operation'),
    outcome: z.string().optional().describe('ok, or the code of the error'),
    calls: z.int(),
    average_ms: z.number().describe('Average duration of a call'),
  })
  .meta({ id: 'ActivityFigures' });

/** The activity log of a Space: its calls, their callers and outcomes. */
export const activity = contract({
  name: 'activity',
  service: 'gateway',
  tag: 'Activity',
  description: `One line for each call with a key of the Space, over REST or MCP, and for each action of an automation; retained for ${ACTIVITY_DAYS} days.`,
  operations: {
    list: operation({
      summary: 'Read the activity log',
      description:
        'Newest first: the caller, the operation, the resources and the outcome of each call. Reads and refused calls are lines too, but not calls beyond the rate limit. A line shows within two seconds. An agent sees its own calls only. A page may be shorter than limit although has_more is true.',
      scope: 'agents:read',
      route: { method: 'GET', path: '/activity', status: 200 },
      tools: [{ name: 'list_activity', family: 'activity', action: 'list' }],
      input: z.strictObject({
        actor_kind: ActorKind.optional().describe('Only calls by actors of this kind'),
        actor_id: id('actor').optional(),
        key_id: id('key').optional(),
        request_id: z.string().min(1).max(128).optional().describe('Id of the request, as the header X-Request-Id and errors have it'),
        channel: ActivityChannel.optional().describe('Only calls over this channel'),
        operation: z.string().min(1).max(100).describe('Only this operation, such as contacts.create').optional(),
        outcome: z.string().min(1).max(64).describe('ok, or the code of an error').optional(),
        resource_id: z.string().min(1).max(64).describe('Calls that name or created this resource').optional(),
        changes: z.boolean().describe('true leaves out calls that change nothing').optional(),
        ...madeBetween,
        limit,
        cursor,
      }),
      output: page(Activity),
      example: { outcome: 'missing_scope', limit: 20 },
    }),
    figures: operation({
      summary: 'Count calls by hour, key, operation and outcome',
      description: `The calls of the activity log and their average duration, in groups by the given properties; the group with the most calls comes first. is_complete is false if there are more than ${MAX_ACTIVITY_FIGURES} groups. Default: the last 24 hours; at most ${MAX_FIGURE_DAYS} days in one call. An hour counts whole. An agent gets figures of its own calls only.`,
      scope: 'agents:read',
      route: { method: 'GET', path: '/activity/figures', status: 200 },
      counterpart: 'list_activity',
      input: z.strictObject({
        by: z
          .array(z.enum(['hour', 'key', 'operation', 'outcome']))
          .min(1)
          .max(4)
          .default(['hour', 'outcome'])
          .describe('The properties that the calls of a group have in common'),
        key_id: id('key').optional(),
        operation: z.string().min(1).max(100).describe('Only this operation, such as contacts.create').optional(),
        outcome: z.string().min(1).max(64).describe('ok, or the code of an error').optional(),
        ...madeBetween,
      }),
      output: z.object({
        data: z.array(ActivityFigures),
        is_complete: z.boolean().describe('False if groups with fewer calls are left out'),
      }),
      example: { by: ['operation', 'outcome'], since: '2026-01-01T00:00:00.000Z', until: '2026-01-02T00:00:00.000Z' },
    }),
  },
});

/** Takes lines of other services over the bus: calls that do not come through the gateway. */
export const activityLog = contract({
  name: 'activity_log',
  service: 'gateway',
  tag: 'Activity log',
  description: 'Adds the actions of automations to the activity log.',
  operations: {
    append: operation({
      summary: 'Add a line for a call of the caller',
      audience: 'internal',
      input: z.strictObject({ line: ActivityLine }),
      output: z.object({ appended: z.literal(true) }),
    }),
  },
});
