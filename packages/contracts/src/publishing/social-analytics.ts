import { z } from 'zod';
import { timestamp } from '../core/fields.ts';
import { SocialPlatform } from './social-account.ts';

const counts = { likes: z.int(), reposts: z.int(), replies: z.int() };

/** The reactions to published posts: counts of each post, and their sums. */
export const SocialAnalytics = z
  .object({
    totals: z.object({ posts: z.int().describe('Posts times accounts'), ...counts }),
    by_platform: z.array(z.object({ platform: SocialPlatform, posts: z.int(), ...counts })),
    data: z.array(
      z.object({
        post_id: z.string(),
        text: z.string().describe('Its first words'),
        account_id: z.string(),
        account: z.string(),
        platform: SocialPlatform,
        url: z.string().nullable(),
        published_at: timestamp,
        ...counts,
        measured_at: timestamp.nullable().describe('Time of the last request to its network; null before the first'),
      }),
    ),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'SocialAnalytics' });
