import { z } from 'zod';
import { shownAssets } from '../assets/shown-assets.ts';
import { eventType } from '../core/event.ts';
import { timestamp } from '../core/fields.ts';
import { SocialPlatform } from './social-account.ts';
import { SocialError } from './social-post.ts';

const aboutAccount = { account_id: z.string(), account: z.string().describe('Its handle'), platform: SocialPlatform };
const ada = { account_id: 'sac_01jd0000000000000000000000', account: '@ada@mastodon.example', platform: 'mastodon' } as const;

/** An operator connected an account of a social network, or connected it again. */
export const socialAccountConnected = eventType({
  type: 'social_account_connected',
  group: 'social',
  label: 'Social account connected',
  data: z.object(aboutAccount),
  sample: ada,
  filters: ['platform'],
});

/** An account cannot be used any more: an operator disconnected it, or its network refuses its token. */
export const socialAccountDisconnected = eventType({
  type: 'social_account_disconnected',
  group: 'social',
  label: 'Social account disconnected',
  data: z.object({ ...aboutAccount, reason: z.enum(['disconnected', 'refused']) }),
  sample: { ...ada, reason: 'disconnected' },
  filters: ['platform'],
});

const aboutPlanner = { planner_id: z.string(), planner: z.string().describe('The name of the planner') };
const mornings = { planner_id: 'pln_01jd0000000000000000000000', planner: 'Mornings' };

/** A planner was created. */
export const socialPlannerCreated = eventType({
  type: 'social_planner_created',
  group: 'social',
  label: 'Planner created',
  data: z.object(aboutPlanner),
  sample: mornings,
  filters: [],
});

/** A planner's name, zone, times or accounts changed. */
export const socialPlannerUpdated = eventType({
  type: 'social_planner_updated',
  group: 'social',
  label: 'Planner updated',
  data: z.object({ ...aboutPlanner, changed: z.array(z.string()) }),
  sample: { ...mornings, changed: ['slots'] },
  filters: ['planner_id'],
});

/** A planner was deleted; posts that it scheduled stay scheduled. */
export const socialPlannerDeleted = eventType({
  type: 'social_planner_deleted',
  group: 'social',
  label: 'Planner deleted',
  data: z.object(aboutPlanner),
  sample: mornings,
  filters: ['planner_id'],
});

const aboutPost = { social_post_id: z.string(), social_post: z.string().describe('The first words of its text') };
/** The pictures of a post are assets that it shows until all its networks have published it: they have copies then. */
const shownByPost = { ...aboutPost, ...shownAssets };
const patterns = { social_post_id: 'soc_01jd0000000000000000000000', social_post: 'The engine weaves algebraical patterns.' };
const withPicture = { ...patterns, asset_ids: ['ast_01jd0000000000000000000000'] };
const withoutPicture = { ...patterns, asset_ids: [] };
const postFilters = ['social_post_id'] as const;

/** A social post was drafted. */
export const socialDraftCreated = eventType({
  type: 'social_draft_created',
  group: 'social',
  label: 'Social draft created',
  data: z.object(shownByPost),
  sample: withPicture,
  shown_by: { kind: 'social_post', id: 'social_post_id' },
  filters: [],
});

/** A draft changed. */
export const socialDraftUpdated = eventType({
  type: 'social_draft_updated',
  group: 'social',
  label: 'Social draft updated',
  data: z.object({ ...shownByPost, changed: z.array(z.string()) }),
  sample: { ...withPicture, changed: ['text'] },
  shown_by: { kind: 'social_post', id: 'social_post_id' },
  filters: postFilters,
});

/** A draft was deleted. */
export const socialDraftDeleted = eventType({
  type: 'social_draft_deleted',
  group: 'social',
  label: 'Social draft deleted',
  data: z.object(shownByPost),
  sample: withoutPicture,
  shown_by: { kind: 'social_post', id: 'social_post_id' },
  filters: postFilters,
});

const aboutAccounts = { accounts: z.array(z.object(aboutAccount)) };

/** A social post was scheduled. */
export const socialPostScheduled = eventType({
  type: 'social_post_scheduled',
  group: 'social',
  label: 'Social post scheduled',
  data: z.object({ ...aboutPost, ...aboutAccounts, scheduled_at: timestamp }),
  sample: { ...patterns, accounts: [ada], scheduled_at: '2026-11-21T09:00:00.000Z' },
  filters: postFilters,
});

/** The schedule of a social post was cancelled; the post is a draft again, or failed as before. */
export const socialPostCancelled = eventType({
  type: 'social_post_cancelled',
  group: 'social',
  label: 'Social post cancelled',
  data: z.object({ ...aboutPost, ...aboutAccounts }),
  sample: { ...patterns, accounts: [ada] },
  filters: postFilters,
});

/** A network published a social post: one event for each account. */
export const socialPostPublished = eventType({
  type: 'social_post_published',
  group: 'social',
  label: 'Social post published',
  data: z.object({ ...shownByPost, ...aboutAccount, url: z.string().nullable(), published_at: timestamp }),
  sample: { ...withoutPicture, ...ada, url: 'https://mastodon.example/@ada/113', published_at: '2026-11-21T09:00:01.000Z' },
  shown_by: { kind: 'social_post', id: 'social_post_id' },
  filters: ['social_post_id', 'account_id', 'platform'],
});

/** A network refused a social post, or all attempts failed: one event for each account. */
export const socialPostFailed = eventType({
  type: 'social_post_failed',
  group: 'social',
  label: 'Social post failed',
  data: z.object({ ...aboutPost, ...aboutAccount, error: SocialError, error_message: z.string(), attempts: z.int() }),
  sample: { ...patterns, ...ada, error: 'rejected', error_message: 'mastodon.example refused the post: Text is too long.', attempts: 1 },
  filters: ['social_post_id', 'account_id', 'platform', 'error'],
});
