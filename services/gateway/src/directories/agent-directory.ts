import type { Handlers } from '@space/bus';
import type { Agent, agentDirectory } from '@space/contracts/platform';
import type { Ports } from '@space/runtime';
import type { z } from 'zod';
import { findAgent } from '../settings/agents.queries.ts';

/** Creates the handlers by which other services look up agents and their Spaces. */
export const agentDirectoryHandlers = ({ database }: Pick<Ports, 'database'>): Handlers<typeof agentDirectory> => ({
  async find({ input, caller }) {
    const json = await findAgent(database, caller.space_id, input.id);
    return { agent: json === null ? null : (JSON.parse(json) as z.infer<typeof Agent>) };
  },
});
