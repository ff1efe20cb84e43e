import { z } from 'zod';
import { id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';

/** What other services ask about keys, over the bus only. */
export const keyDirectory = contract({
  name: 'key_directory',
  service: 'gateway',
  tag: 'Key directory',
  description: 'What the keys may do that other parts of a Space act for.',
  operations: {
    judge: operation({
      summary: 'Say what a key of this Space may do now',
      audience: 'internal',
      input: z.strictObject({ id: id('key') }),
      output: z.object({
        scopes: z.array(z.string()).describe('None when the key is not in force'),
        refusal: z.string().nullable().describe('Why the key is not in force; null when it is'),
      }),
    }),
  },
});
