import { z } from 'zod';
import { contract, operation } from '../core/operation.ts';
import { PublicLook } from './look.ts';

/** Answers other services about Spaces, over the bus only. */
export const spaceDirectory = contract({
  name: 'space_directory',
  service: 'gateway',
  tag: 'Space directory',
  description: 'The Spaces that exist.',
  operations: {
    find: operation({
      summary: 'Look up a Space by its id',
      description: 'For services whose operator operations name the Space in their input.',
      audience: 'internal',
      input: z.strictObject({ space_id: z.string().max(64) }),
      output: z.object({ found: z.boolean() }),
    }),
    timezone: operation({
      summary: 'Read the time zone of this Space',
      audience: 'internal',
      input: z.strictObject({}),
      output: z.object({ timezone: z.string() }),
    }),
    look: operation({
      summary: 'Read how the public pages of this Space look',
      description: 'For services that render public pages.',
      audience: 'internal',
      input: z.strictObject({}),
      output: PublicLook,
    }),
  },
});
