import { z } from 'zod';

/** An absolute URL on the public origin, in responses. */
export const webAddress = z.string();

/** An absolute http or https URL that a caller gives, at most 2,048 characters. */
export const givenWebAddress = z
  .string()
  .max(2_048)
  .regex(/^https?:\/\/[^\s"'<>\\`]+$/i, 'must be an absolute address that starts with https://')
  .refine((text) => URL.canParse(text), 'must be an absolute address that starts with https://');
