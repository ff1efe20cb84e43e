import { z } from 'zod';
import { contract, operation } from '../core/operation.ts';

/** Answers other services about automations, over the bus only. */
export const automationDirectory = contract({
  name: 'automation_directory',
  service: 'events',
  tag: 'Automation directory',
  description: 'The automations of a Space that use things of other services.',
  operations: {
    find_with_secrets: operation({
      summary: 'Find the automations of this Space with actions that name secrets',
      audience: 'internal',
      input: z.strictObject({}),
      output: z.object({
        automations: z.array(z.object({ id: z.string(), name: z.string(), secrets: z.array(z.string()).describe('Names of the secrets') })),
      }),
    }),
  },
});
