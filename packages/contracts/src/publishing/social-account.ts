import { z } from 'zod';
import { resource, timestamp } from '../core/fields.ts';

/** The networks that can be spoken to. */
export const socialPlatforms = ['mastodon', 'bluesky'] as const;

/** A network by name. */
export const SocialPlatform = z.enum(socialPlatforms);

/** A network by name. */
export type SocialPlatform = z.infer<typeof SocialPlatform>;

/** An account of a social network that an operator connected; nothing here opens it. */
export const SocialAccount = z
  .object({
    ...resource,
    platform: SocialPlatform,
    server: z.string().describe('The origin of the server it lives on'),
    handle: z.string().describe('@ada@mastodon.example, or @ada.bsky.social'),
    display_name: z.string(),
    url: z.string().describe('Its page for people'),
    status: z
      .enum(['connected', 'refused'])
      .describe('refused: its network does not take its token any more; it must be connected anew in the settings of the Space'),
    max_characters: z.int().describe('How long the text of a post can be there'),
    max_media: z.int().describe('How many pictures a post can have there'),
    last_published_at: timestamp.nullable(),
  })
  .meta({ id: 'SocialAccount' });

/** An account of a social network. */
export type SocialAccount = z.infer<typeof SocialAccount>;
