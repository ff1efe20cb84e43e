import type { Handlers } from '@space/bus';
import { type FieldError, invalidFields, Problem, unresolvedReferences } from '@space/contracts/core';
import { type SocialAccount, type SocialPost, type social, socialDraftCreated, socialPostScheduled } from '@space/contracts/publishing';
import { isoTime, newId } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import { scheduleError } from '../schedule/schedule-error.ts';
import { accountEventData } from '../social-accounts/account-event-data.ts';
import { lockAccounts } from '../social-accounts/accounts.queries.ts';
import type { PostContent } from '../social-networks/network.ts';
import type { Networks } from '../social-networks/networks.ts';
import { tid } from '../social-networks/tid.ts';
import { assertPicturesExist, pickContent, readPostResponse } from './drafts.ts';
import { nextPlannerTime } from './planner-times.ts';
import { lockPlanner, type StoredPlanner } from './planners.queries.ts';
import { shownSocialData, socialPostEventData } from './social-event-data.ts';
import { enqueueRecords, findSocialPost, insertDraft } from './social-posts.queries.ts';
import { unresolvedAccounts } from './unresolved-accounts.ts';

/**
 * Returns the handler that publishes a social post; `poll` wakes the dispatcher. It chooses the accounts and the time,
 * refuses a content that a network would refuse, and inserts a record for each account, which the dispatcher publishes. So
 * the status is 202: the records and an event for each account say what the networks answered.
 */
export function publishHandler(ports: Ports, networks: Networks, poll: () => void): Pick<Handlers<typeof social>, 'publish'> {
  const { clock } = ports;
  const write = createWriter('publishing', ports);
  const origin = publicOrigin(ports.config);

  return {
    async publish(call) {
      const { post_id, scheduled_at, planner_id, ...input } = call.input;
      assertDraftOrContent(post_id, input);
      await assertPicturesExist(ports.bus, call, origin);
      const at = parseScheduledAt(scheduled_at, planner_id, clock.now());
      const response = await write.write(call, async (tx) => {
        const space = call.caller.space_id;
        const planner = planner_id === undefined ? undefined : await findPlanner(tx, space, planner_id);
        const accounts = await lockAccounts(tx, space);
        const post = post_id === undefined ? undefined : await lockPublishable(tx, space, post_id);
        const content: PostContent = { text: '', media: [], language: null, content_warning: null, ...post, ...pickContent(input) };
        const chosen = chooseAccounts(input.account_ids ?? post?.account_ids, planner, accounts, post);
        assertAcceptedByNetworks(content, chosen, networks);
        const id = post?.id ?? newId('soc');
        if (!post) {
          await insertDraft(tx, space, id, { ...content, account_ids: [] }, tx.now);
          tx.emit(socialDraftCreated, shownSocialData({ id, ...content }, origin));
        }
        const time = planner ? takePlannerTime(planner, clock.now()) : at;
        await enqueueRecords(
          tx,
          space,
          id,
          {
            status: time === undefined ? 'publishing' : 'scheduled',
            scheduled_at: time === undefined ? null : isoTime(time),
            planner_id: planner_id ?? null,
            at: isoTime(time ?? clock.now()),
            by: JSON.stringify(call.caller.actor),
            accounts: chosen.map(({ id, handle, platform }) => ({ id, handle, platform, key: tid(clock.now()) })),
          },
          tx.now,
        );
        if (time !== undefined)
          tx.emit(socialPostScheduled, {
            ...socialPostEventData({ id, text: content.text }),
            accounts: chosen.map(accountEventData),
            scheduled_at: isoTime(time),
          });
        return readPostResponse(tx, space, id);
      });
      poll();
      return response;
    },
  };
}

const invalidField = (path: string, code: string, message: string) => invalidFields([{ path, code, message }]);

/** Throws invalid unless the call has either a draft or a content. */
function assertDraftOrContent(post_id: string | undefined, input: Parameters<typeof pickContent>[0]): void {
  const { account_ids: _accounts, ...content } = pickContent(input);
  const given = Object.keys(content);
  if (post_id === undefined && given.length === 0)
    throw invalidField('post_id', 'invalid_type', 'or text is required: post_id names a draft, text is the content of a new post');
  if (post_id !== undefined && given.length > 0)
    throw invalidFields(
      given.map((path) => ({ path, code: 'conflict', message: 'cannot be combined with post_id; change the draft first' })),
    );
}

function parseScheduledAt(scheduled_at: string | undefined, planner_id: string | undefined, now: number): number | undefined {
  if (scheduled_at === undefined) return undefined;
  if (planner_id !== undefined)
    throw invalidField('scheduled_at', 'conflict', 'cannot be combined with planner_id, which determines the time');
  const time = Date.parse(scheduled_at);
  const timeError = scheduleError(time, now, 'publish');
  if (timeError) throw invalidField('scheduled_at', timeError.code, timeError.message);
  return time;
}

async function findPlanner(tx: CommonQueryMethods, space: string, id: string): Promise<StoredPlanner> {
  const planner = await lockPlanner(tx, space, id);
  if (planner) return planner;
  throw unresolvedReferences([{ path: 'planner_id', noun: 'planner', id }]);
}

function takePlannerTime(planner: StoredPlanner, now: number): number {
  const time = nextPlannerTime(planner, now);
  if (time === null) throw new Problem('conflict', `All times of the planner ${planner.name} are taken for a year; add times to it first.`);
  return time;
}

/** Locks and returns a draft, or a post that failed on some of its accounts. Throws unresolved_reference and conflict. */
async function lockPublishable(tx: CommonQueryMethods, space: string, id: string): Promise<SocialPost> {
  const found = await findSocialPost(tx, space, id, true);
  if (!found) throw unresolvedReferences([{ path: 'post_id', noun: 'social draft', id }]);
  const { post } = found;
  if (post.status === 'draft' || post.status === 'failed') return post;
  const advice = post.status === 'scheduled' ? '; cancel it with POST /social/posts/{id}/cancel to schedule it for another time' : '';
  throw new Problem('conflict', `The post is ${post.status} already${advice}.`);
}

/** Returns the accounts to publish on: those that are named, or those of the planner, or the only account of the Space. */
function chooseAccounts(
  named: readonly string[] | undefined,
  planner: StoredPlanner | undefined,
  accounts: readonly SocialAccount[],
  post: SocialPost | undefined,
): readonly SocialAccount[] {
  const ids = named?.length ? named : planner?.account_ids.length ? planner.account_ids : undefined;
  if (ids === undefined && accounts.length === 0)
    throw new Problem('conflict', "No social account is connected; an operator connects one in the Space's settings.");
  if (ids === undefined && accounts.length > 1)
    throw invalidField('account_ids', 'invalid_type', 'is required, since more than one account is connected');
  const published = (post?.records ?? []).flatMap(({ account_id, status }) => (status === 'published' ? [{ id: account_id }] : []));
  // An account that has published the post may have been disconnected since.
  const unresolved = unresolvedAccounts(ids ?? [], [...accounts, ...published]);
  if (unresolved) throw unresolved;
  const done = new Set(published.map(({ id }) => id));
  const chosen = accounts.filter(({ id }) => (ids?.includes(id) ?? true) && !done.has(id));
  if (chosen.length === 0) throw new Problem('conflict', 'All of these accounts have published the post already.');
  const refused = chosen.filter(({ status }) => status === 'refused');
  if (refused.length > 0)
    throw new Problem(
      'disabled',
      `The network refuses the token of ${refused.map(({ handle }) => handle).join(', ')}; an operator must connect it again.`,
    );
  return chosen;
}

/** Throws invalid with all errors of all networks that would refuse the content. */
function assertAcceptedByNetworks(content: PostContent, accounts: readonly SocialAccount[], networks: Networks): void {
  if (content.text.trim() === '' && content.media.length === 0)
    throw invalidField('text', 'too_small', 'must not be empty unless there is a picture');
  const errors: FieldError[] = accounts.flatMap((account) =>
    networks[account.platform]
      .validate(content, account)
      .map(({ path, message }) => ({ path, code: 'too_big', message: `for ${account.handle}: ${message}` })),
  );
  if (errors.length > 0) throw invalidFields(errors);
}
