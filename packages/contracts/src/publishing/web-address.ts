import { z } from 'zod';

/** An absolute address on the public origin, as answers show it. */
export const webAddress = z.string();

/** An absolute http or https address that somebody gives, at most 2,048 characters. */
export const givenWebAddress = z
  .string()
  .max(2_048)
  .regex(/^https?:\/\/[^\s"'<>\\`]+$/i, 'must be an absolute address that starts with https://')
  .refine((text) => URL.canParse(text), 'must be an absolute address that starts with https://');
