import { z } from 'zod';
import { contract, operation } from '../core/operation.ts';

/** What other services ask about Spaces themselves, over the bus only. */
export const spaceDirectory = contract({
  name: 'space_directory',
  service: 'gateway',
  tag: 'Space directory',
  description: 'Which Spaces there are.',
  operations: {
    find: operation({
      summary: 'Look up a Space by its id',
      description: 'For services whose settings are set by operators, who name the Space themselves.',
      audience: 'internal',
      input: z.strictObject({ space_id: z.string().max(64) }),
      output: z.object({ found: z.boolean() }),
    }),
  },
});
