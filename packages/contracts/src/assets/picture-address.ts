import { z } from 'zod';

/** The rule of the address of a picture, as a sentence. */
export const PICTURE_ADDRESS_RULE = 'must be an absolute address that starts with https://, or /a/{asset_id}/{name} of an asset';

/** The path of an asset on the public origin, without anything that could end an attribute or a directive. */
export const ASSET_PATH = /^\/a\/[a-z0-9_]{1,64}\/[^\s"'<>\\`?#/]+$/;

/** The address of a picture that a caller gives: an absolute http or https URL, or the path of an asset on the public origin. */
export const pictureAddress = z
  .string()
  .max(2_048)
  .regex(/^(?:https?:\/\/[^\s"'<>\\`]+|\/a\/[a-z0-9_]{1,64}\/[^\s"'<>\\`?#/]+)$/i, PICTURE_ADDRESS_RULE)
  .refine((text) => text.startsWith('/') || URL.canParse(text), PICTURE_ADDRESS_RULE);
