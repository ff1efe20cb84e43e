import { z } from 'zod';
import { Deleted, id, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { moment } from '../core/time-fields.ts';
import { restoreFields, undoByDeleting, valuesBefore } from '../core/undo.ts';
import { MAX_PLANNERS_PER_SPACE } from './limits.ts';
import {
  socialAccountDisconnected,
  socialDraftCreated,
  socialDraftDeleted,
  socialDraftUpdated,
  socialPlannerCreated,
  socialPlannerDeleted,
  socialPlannerUpdated,
  socialPostCancelled,
  socialPostFailed,
  socialPostPublished,
  socialPostScheduled,
} from './social.events.ts';
import { SocialAccount, SocialPlatform } from './social-account.ts';
import { SocialAnalytics } from './social-analytics.ts';
import { plannerFields, SocialPlanner } from './social-planner.ts';
import { SocialPost, SocialPostState, socialContent } from './social-post.ts';

const postId = { id: id('social post') };
const plannerId = { id: id('planner') };
const samplePost = 'soc_01jd0000000000000000000000';
const plannerBefore = valuesBefore(SocialPlanner.pick({ name: true, timezone: true, slots: true, account_ids: true }));
const draftBefore = valuesBefore(SocialPost.pick({ text: true, media: true, account_ids: true, language: true, content_warning: true }));
const list = { limit, cursor, include_total: includeTotal };
const content = z.strictObject(socialContent).partial().shape;

/** The posts of a Space on social networks (contract, N1 to N3). */
export const social = contract({
  name: 'social',
  service: 'publishing',
  tag: 'Social',
  description:
    'Connected accounts, drafts, planners, publishing and analytics. Nothing is published without social:run. A post is retried until its network has published it once or has refused it.',
  operations: {
    list_accounts: operation({
      summary: 'List connected social accounts',
      description: 'Oldest first, unless sort says otherwise. Accounts are connected in the settings of the Space; no key can connect one.',
      scope: 'social:read',
      route: { method: 'GET', path: '/social/accounts', status: 200 },
      tools: [{ name: 'list_social_accounts', family: 'social', action: 'list_accounts' }],
      input: z.strictObject({ sort: sortBy(['created_at', 'handle'], 'created_at'), ...list }),
      output: page(SocialAccount),
    }),
    list_planners: operation({
      summary: 'List planners',
      description: 'Oldest first, unless sort says otherwise.',
      scope: 'social:read',
      route: { method: 'GET', path: '/social/planners', status: 200 },
      tools: [{ name: 'list_social_planners', family: 'social', action: 'list_planners' }],
      input: z.strictObject({ sort: sortBy(['created_at', 'name'], 'created_at'), ...list }),
      output: page(SocialPlanner),
    }),
    get_planner: operation({
      summary: 'Read a planner',
      scope: 'social:read',
      route: { method: 'GET', path: '/social/planners/:id', status: 200 },
      tools: [{ name: 'get_social_planner', family: 'social', action: 'get_planner' }],
      input: z.strictObject(plannerId),
      output: SocialPlanner,
      versioned: true,
    }),
    create_planner: operation({
      summary: 'Create a planner',
      description: `Times of the week at which posts are published. A Space can have ${MAX_PLANNERS_PER_SPACE} planners.`,
      scope: 'social:write',
      route: { method: 'POST', path: '/social/planners', status: 201 },
      tools: [{ name: 'create_social_planner', family: 'social', action: 'create_planner' }],
      input: z.strictObject({ ...plannerFields, account_ids: plannerFields.account_ids.default([]) }),
      output: SocialPlanner,
      emits: [socialPlannerCreated],
      undo: undoByDeleting('delete_social_planner'),
      problems: ['limit_reached', 'unresolved_reference'],
      example: { name: 'Mornings', timezone: 'Europe/London', slots: [{ weekday: 'monday', time: '09:00' }] },
    }),
    update_planner: operation({
      summary: 'Change a planner',
      description: 'Only the fields given change. Posts that are scheduled already keep their times.',
      scope: 'social:write',
      route: { method: 'PATCH', path: '/social/planners/:id', status: 200 },
      tools: [{ name: 'update_social_planner', family: 'social', action: 'update_planner' }],
      input: z.strictObject({ ...plannerId, ...z.strictObject(plannerFields).partial().shape }),
      output: SocialPlanner.extend({ before: plannerBefore }),
      emits: [socialPlannerUpdated],
      undo: restoreFields('update_social_planner'),
      problems: ['unresolved_reference'],
      versioned: true,
      example: { id: 'pln_01jd0000000000000000000000', name: 'Every morning' },
    }),
    delete_planner: operation({
      summary: 'Delete a planner',
      description: 'Posts that it scheduled stay scheduled.',
      scope: 'social:write',
      route: { method: 'DELETE', path: '/social/planners/:id', status: 200 },
      tools: [{ name: 'delete_social_planner', family: 'social', action: 'delete_planner' }],
      input: z.strictObject(plannerId),
      output: Deleted,
      no_undo: 'the planner is deleted for good, and its posts do not belong to it any more',
      emits: [socialPlannerDeleted],
      versioned: true,
    }),
    analytics: operation({
      summary: 'Read the reactions to published posts',
      description:
        'Newest first: likes, reposts and replies as the networks last reported them, and their sums. The networks are asked in the background, often at first and daily later.',
      scope: 'social:read',
      route: { method: 'GET', path: '/social/analytics', status: 200 },
      tools: [{ name: 'get_social_analytics', family: 'social', action: 'analytics' }],
      input: z.strictObject({
        post_id: id('social post').optional(),
        platform: SocialPlatform.optional().describe('Only posts on this network'),
        limit,
        cursor,
      }),
      output: SocialAnalytics,
    }),
    list_posts: operation({
      summary: 'List social posts',
      description:
        'Newest first, unless sort says otherwise: drafts, scheduled posts and published posts, with a record for each account. By scheduled_at a post without a time counts as the latest.',
      scope: 'social:read',
      route: { method: 'GET', path: '/social/posts', status: 200 },
      tools: [{ name: 'list_social_posts', family: 'social', action: 'list_posts', everyday: true }],
      input: z.strictObject({
        status: SocialPostState.optional().describe('Only posts in this status'),
        sort: sortBy(['created_at', 'scheduled_at'], '-created_at'),
        ...list,
      }),
      output: page(SocialPost),
    }),
    get_post: operation({
      summary: 'Read a social post',
      scope: 'social:read',
      route: { method: 'GET', path: '/social/posts/:id', status: 200 },
      tools: [{ name: 'get_social_post', family: 'social', action: 'get_post' }],
      input: z.strictObject(postId),
      output: SocialPost,
      versioned: true,
    }),
    create_draft: operation({
      summary: 'Draft a social post',
      description: 'No one outside the Space sees it before it is published.',
      scope: 'social:write',
      route: { method: 'POST', path: '/social/drafts', status: 201 },
      tools: [{ name: 'create_social_draft', family: 'social', action: 'create_draft' }],
      input: z.strictObject(content),
      output: SocialPost,
      emits: [socialDraftCreated],
      undo: undoByDeleting('delete_social_draft'),
      problems: ['unresolved_reference'],
      example: { text: 'The engine weaves algebraical patterns. https://example.com #engine' },
    }),
    update_draft: operation({
      summary: 'Change a social draft',
      description: 'Only the fields given change. Only a draft, or a post that failed on all of its accounts, can be changed.',
      scope: 'social:write',
      route: { method: 'PATCH', path: '/social/drafts/:id', status: 200 },
      tools: [{ name: 'update_social_draft', family: 'social', action: 'update_draft' }],
      input: z.strictObject({ ...postId, ...content }),
      output: SocialPost.extend({
        before: draftBefore,
        was_failed: z.boolean().describe('True if the post had failed: it is a draft now, and its records are deleted'),
      }),
      emits: [socialDraftUpdated],
      // The records of a failed post do not come back.
      undo: (input, post) => (post.was_failed ? null : restoreFields('update_social_draft')(input, post)),
      problems: ['conflict', 'unresolved_reference'],
      versioned: true,
      example: { id: samplePost, text: 'The engine weaves.' },
    }),
    delete_draft: operation({
      summary: 'Delete a social draft',
      description: 'Only a draft, or a post that failed on all of its accounts, can be deleted.',
      scope: 'social:write',
      route: { method: 'DELETE', path: '/social/drafts/:id', status: 200 },
      tools: [{ name: 'delete_social_draft', family: 'social', action: 'delete_draft' }],
      input: z.strictObject(postId),
      output: Deleted,
      no_undo: 'the draft is deleted for good',
      emits: [socialDraftDeleted],
      problems: ['conflict'],
      versioned: true,
    }),
    publish: operation({
      summary: 'Publish a social post, now or at a time',
      description:
        'Names a draft by post_id, or contains the text itself. It is published immediately, at scheduled_at, or at the next free time of a planner. The answer comes before the networks have the post: its status and its records show the progress, and an event reports the outcome on each account. A post that failed is tried again on the accounts that do not have it. A content that a network would refuse is answered with 400 and all errors.',
      scope: 'social:run',
      route: { method: 'POST', path: '/social/publish', status: 202 },
      tools: [{ name: 'publish_social_post', family: 'social', action: 'publish' }],
      effects: ['outside'],
      input: z.strictObject({
        post_id: id('social draft').optional(),
        ...content,
        scheduled_at: moment.optional().describe('Time of publication, as 2026-12-01T09:00:00Z or 2026-12-01T09:00[Europe/Berlin]'),
        planner_id: id('planner').optional().describe('Publishes at the next free time of this planner'),
      }),
      output: SocialPost,
      emits: [socialDraftCreated, socialPostScheduled, socialPostPublished, socialPostFailed, socialAccountDisconnected],
      // What a network has received stays there.
      undo: (_input, { id, status }) => (status === 'scheduled' ? { tool: 'cancel_social_post', arguments: { id } } : null),
      problems: ['not_found', 'conflict', 'disabled', 'unresolved_reference'],
      example: { post_id: samplePost },
    }),
    cancel: operation({
      summary: 'Cancel a scheduled social post',
      description: 'It is a draft again, or failed as before. A post that is being published already cannot be cancelled.',
      scope: 'social:write',
      allowed_when_full: true,
      route: { method: 'POST', path: '/social/posts/:id/cancel', status: 200 },
      tools: [{ name: 'cancel_social_post', family: 'social', action: 'cancel' }],
      effects: ['destructive'],
      input: z.strictObject(postId),
      output: SocialPost.extend({
        before: z
          .object({ scheduled_at: timestamp.nullable(), account_ids: z.array(z.string()) })
          .describe('The time and the accounts for which it was scheduled'),
      }),
      emits: [socialPostCancelled],
      undo: ({ id }, { before: { scheduled_at, account_ids } }) =>
        scheduled_at === null ? null : { tool: 'publish_social_post', arguments: { post_id: id, scheduled_at, account_ids } },
      problems: ['conflict'],
    }),
  },
});
