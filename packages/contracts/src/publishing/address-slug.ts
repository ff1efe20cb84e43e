import { z } from 'zod';

/** One segment of an address: lower-case letters and digits with hyphens between. */
export const addressSlug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lower-case letters and digits with hyphens between, for example our-news');
