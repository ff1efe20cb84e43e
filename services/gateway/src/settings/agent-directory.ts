import type { Handlers } from '@space/bus';
import type { Agent, agentDirectory } from '@space/contracts/platform';
import type { Ports } from '@space/runtime';
import type { z } from 'zod';
import { findAgent } from './agents.queries.ts';

/** Answers other services which agents there are, and of which Space. */
export const agentDirectoryHandlers = ({ database }: Pick<Ports, 'database'>): Handlers<typeof agentDirectory> => ({
  find: async ({ input }) => {
    const json = await findAgent(database, input.id);
    return { agent: json === null ? null : (JSON.parse(json) as z.infer<typeof Agent>) };
  },
});
