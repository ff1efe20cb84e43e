import { z } from 'zod';
import { resource, timestamp } from '../core/fields.ts';

/** The supported networks. */
export const socialPlatforms = ['mastodon', 'bluesky'] as const;

/** A network by name. */
export const SocialPlatform = z.enum(socialPlatforms);

/** A network by name. */
export type SocialPlatform = z.infer<typeof SocialPlatform>;

/** An account of a social network that an operator connected, without its secret (contract, N2). */
export const SocialAccount = z
  .object({
    ...resource,
    platform: SocialPlatform,
    server: z.string().describe('The origin of the server it lives on'),
    handle: z.string().describe('@ada@mastodon.example, or @ada.bsky.social'),
    display_name: z.string(),
    url: z.string().describe('Its public profile'),
    status: z
      .enum(['connected', 'refused'])
      .describe('refused: its network does not accept its token any more; it must be connected again in the settings of the Space'),
    max_characters: z.int().describe('Characters that the text of a post can have'),
    max_media: z.int().describe('Pictures that a post can have'),
    last_published_at: timestamp.nullable(),
  })
  .meta({ id: 'SocialAccount' });

/** An account of a social network. */
export type SocialAccount = z.infer<typeof SocialAccount>;
