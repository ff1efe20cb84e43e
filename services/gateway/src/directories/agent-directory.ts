import type { Handlers } from '@space/bus';
import type { Agent, agentDirectory } from '@space/contracts/platform';
import type { Ports } from '@space/runtime';
import type { z } from 'zod';
import { findAgent } from '../settings/agents.queries.ts';

/** Creates the handlers by which other services look up agents and their Spaces. */
export const agentDirectoryHandlers = ({ database }: Pick<Ports, 'database'>): Handlers<typeof agentDirectory> => ({
  async find({ input, caller }) {
    const row = await findAgent(database, caller.space_id, input.id);
    return { agent: row && (JSON.parse(row.json) as z.infer<typeof Agent>), deleted: row?.deleted ?? false };
  },
});
