import { z } from 'zod';

/** What every part of an address looks like that is ours. */
const SHAPE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** One segment of an address: lower-case letters and digits with hyphens between. */
export const addressSlug = z
  .string()
  .max(80)
  .regex(SHAPE, 'must be lower-case letters and digits with hyphens between, for example our-news');

/** A part of an address as a visitor asks for it: anything that fits into a path. What is none of ours is a page that is not there. */
export const askedPart = z.string().min(1).max(2_048);

/** The longest part of an address there can be: a slug, and what was put behind it because it was taken. */
const LONGEST = 120;

/** Whether a part of an address that was asked for may be one of ours; what may not is not looked for. */
export const mayBeSlug = (part: string): boolean => part.length <= LONGEST && SHAPE.test(part);
