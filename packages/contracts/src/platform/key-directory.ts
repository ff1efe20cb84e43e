import { z } from 'zod';
import { id } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';

/** Returns true for the id of a member, which stands for a key where a member is the authority. */
export const isMemberId = (id: string): boolean => id.startsWith('mbr_');

/** Answers other services about keys, over the bus only. */
export const keyDirectory = contract({
  name: 'key_directory',
  service: 'gateway',
  tag: 'Key directory',
  description: 'The scopes of keys that other parts of a Space act for.',
  operations: {
    introspect: operation({
      summary: 'Read the scopes that a key or a member of this Space has now',
      audience: 'internal',
      input: z.strictObject({ id: id('key or member') }),
      output: z.object({
        scopes: z.array(z.string()).describe('Empty when the key or member is not active'),
        refusal: z.string().nullable().describe('The reason why the key or member is not active; null when it is active'),
      }),
    }),
  },
});
