import { z } from 'zod';
import { pictureAddress } from '../assets/picture-address.ts';
import { line, resource, timestamp } from '../core/fields.ts';
import { MAX_SOCIAL_MEDIA, MAX_SOCIAL_TEXT_CHARACTERS } from './limits.ts';
import { SocialPlatform } from './social-account.ts';

/** The status of a social post: a draft becomes scheduled or publishing, and then published or failed. */
export const SocialPostState = z.enum(['draft', 'scheduled', 'publishing', 'published', 'failed']);

/** The status of a social post. */
export type SocialPostState = z.infer<typeof SocialPostState>;

/** The reason why a network has not published a post, as a stable code. */
export const SocialError = z.enum([
  'rejected',
  'unauthorized',
  'limited',
  'unavailable',
  'unreachable',
  'media_unusable',
  'outcome_unknown',
  'disconnected',
]);

/** The reason why a network has not published a post. */
export type SocialError = z.infer<typeof SocialError>;

/** A picture of a social post. */
export const SocialMedia = z.strictObject({
  url: pictureAddress.describe(
    'A PNG, JPEG, GIF or WebP picture: a public address, or /a/{asset_id}/{name} of an asset, which may be private',
  ),
  alt_text: line(1_500).default('').describe('Text for people who cannot see the picture'),
});

/** The publication of a post on one account. */
export const PublishRecord = z
  .object({
    account_id: z.string(),
    account: z.string().describe('The handle of the account'),
    platform: SocialPlatform,
    status: z.enum(['scheduled', 'publishing', 'published', 'failed']),
    attempts: z.int(),
    next_attempt_at: timestamp.nullable().describe('Time of the next attempt'),
    published_at: timestamp.nullable(),
    url: z.string().nullable().describe('The post on its network'),
    error: SocialError.nullable(),
    error_message: z.string().nullable(),
  })
  .meta({ id: 'SocialPublishRecord' });

/** The publication of a post on one account. */
export type PublishRecord = z.infer<typeof PublishRecord>;

/** The content of a social post, and the accounts that it is for. */
export const socialContent = {
  text: z.string().max(MAX_SOCIAL_TEXT_CHARACTERS).describe('Text of the post; links, @mentions and #hashtags work on each network'),
  media: z.array(SocialMedia).max(MAX_SOCIAL_MEDIA).describe('Pictures of the post, in order'),
  account_ids: z.array(z.string().min(1).max(64)).max(20).describe('Ids of the accounts it is for'),
  language: z
    .string()
    .max(35)
    .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'must be a language tag, for example en or pt-BR')
    .nullable()
    .describe('Language of the text, for example en or pt-BR'),
  content_warning: line(300).nullable().describe('Text shown in place of the post until a reader opens it'),
};

/** A social post from draft to published, with a record for each account it goes to. */
export const SocialPost = z
  .object({
    ...resource,
    ...socialContent,
    media: z.array(z.object({ url: z.string(), alt_text: z.string() })),
    planner_id: z.string().nullable().describe('The planner that determined the time'),
    status: SocialPostState,
    scheduled_at: timestamp.nullable(),
    published_at: timestamp.nullable().describe('Time at which the last account published it'),
    records: z.array(PublishRecord),
  })
  .meta({ id: 'SocialPost' });

/** A social post. */
export type SocialPost = z.infer<typeof SocialPost>;
