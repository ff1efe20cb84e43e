import { z } from 'zod';
import { Deleted, id, nonEmptyLine, resource } from '../core/fields.ts';
import { operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { AGENT_CHAT_DAYS } from './limits.ts';

/** An agent of a Space; its own keys act in its name. */
export const Agent = z.object({ ...resource, space_id: z.string(), name: z.string() }).meta({ id: 'Agent' });

const spaceId = { space_id: id('Space') };
const agentId = { ...spaceId, id: id('agent') };
const agentName = nonEmptyLine(200).describe('Name of the agent');

/** The settings operations on agents. */
export const agentOperations = {
  create_agent: operation({
    summary: 'Create an agent',
    audience: 'operator',
    role: 'admin',
    route: { method: 'POST', path: '/operator/spaces/:space_id/agents', status: 201 },
    input: z.strictObject({ ...spaceId, name: agentName }),
    output: Agent,
  }),
  list_agents: operation({
    summary: 'List the agents of a Space',
    audience: 'operator',
    role: 'admin',
    route: { method: 'GET', path: '/operator/spaces/:space_id/agents', status: 200 },
    input: z.strictObject({
      ...spaceId,
      sort: sortBy(['created_at', 'name'], '-created_at'),
      limit,
      cursor,
      include_total: includeTotal,
    }),
    output: page(Agent),
  }),
  get_agent: operation({
    summary: 'Read an agent',
    audience: 'operator',
    role: 'admin',
    route: { method: 'GET', path: '/operator/spaces/:space_id/agents/:id', status: 200 },
    input: z.strictObject(agentId),
    output: Agent,
    versioned: true,
  }),
  update_agent: operation({
    summary: 'Rename an agent',
    description: 'Changes of the agent have the new name within five seconds; earlier lines of the activity log keep the old one.',
    audience: 'operator',
    role: 'admin',
    route: { method: 'PATCH', path: '/operator/spaces/:space_id/agents/:id', status: 200 },
    input: z.strictObject({ ...agentId, name: agentName.optional() }),
    output: Agent,
    versioned: true,
    example: { space_id: 'spc_01jd0000000000000000000000', id: 'agt_01jd0000000000000000000000', name: 'Concierge' },
  }),
  delete_agent: operation({
    summary: 'Delete an agent',
    description: `Revokes its keys on every gateway immediately. Its listeners are deleted, and the webhooks and feeds that it created are disabled, within a minute. Its chat can be read by the id of the agent for ${AGENT_CHAT_DAYS} days; lists of agents do not have it.`,
    audience: 'operator',
    role: 'admin',
    needs_confirmation: true,
    route: { method: 'DELETE', path: '/operator/spaces/:space_id/agents/:id', status: 200 },
    effects: ['destructive'],
    input: z.strictObject(agentId),
    output: Deleted,
    versioned: true,
  }),
};
