import { z } from 'zod';
import { id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';

/** Answers other services about keys, over the bus only. */
export const keyDirectory = contract({
  name: 'key_directory',
  service: 'gateway',
  tag: 'Key directory',
  description: 'The scopes of keys that other parts of a Space act for.',
  operations: {
    introspect: operation({
      summary: 'Read the scopes that a key of this Space has now',
      audience: 'internal',
      input: z.strictObject({ id: id('key') }),
      output: z.object({
        scopes: z.array(z.string()).describe('Empty when the key is not active'),
        refusal: z.string().nullable().describe('The reason why the key is not active; null when it is active'),
      }),
    }),
  },
});
