import { z } from 'zod';
import { contract, operation } from '../core/operation.ts';
import { Agent } from './agent-settings.ts';

/** Answers other services about agents, over the bus only. */
export const agentDirectory = contract({
  name: 'agent_directory',
  service: 'gateway',
  tag: 'Agent directory',
  description: 'The Space of an agent.',
  operations: {
    find: operation({
      summary: 'Look up an agent by its id',
      description: 'Finds agents of the Space of the caller, and those of any Space for the operator.',
      audience: 'internal',
      input: z.strictObject({ id: z.string().max(64) }),
      output: z.object({ agent: Agent.nullable(), deleted: z.boolean().describe('True for an agent that was deleted') }),
    }),
  },
});
