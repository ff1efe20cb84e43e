import { z } from 'zod';

/** The form of a slug. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** One segment of an address: lower-case letters and digits with hyphens between. */
export const addressSlug = z
  .string()
  .max(80)
  .regex(SLUG, 'must be lower-case letters and digits with hyphens between, for example our-news');

/** A path segment that a visitor requests: any text, since a text that is not a slug answers 404 like an unknown slug. */
export const requestedSegment = z.string().min(1).max(2_048);

/** Characters of the longest slug: one of a caller, and the ending it gets when it is taken. */
const MAX_CHARACTERS = 120;

/** Returns false for a path segment that cannot be a slug, so that it needs no query. */
export const mayBeSlug = (part: string): boolean => part.length <= MAX_CHARACTERS && SLUG.test(part);
