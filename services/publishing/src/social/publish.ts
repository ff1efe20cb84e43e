import type { Handlers } from '@space/bus';
import { type FieldError, invalidFields, notFound, Problem } from '@space/contracts/core';
import { type SocialAccount, type SocialPost, type social, socialDraftCreated, socialPostScheduled } from '@space/contracts/publishing';
import { isoTime, newId } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import type { PostContent } from '../social-networks/network.ts';
import type { Networks } from '../social-networks/networks.ts';
import { tid } from '../social-networks/tid.ts';
import { lockAccounts } from './accounts.queries.ts';
import { pickContent, readPostResponse } from './drafts.ts';
import { nextFreeTime } from './planner-times.ts';
import { lockPlanner, type StoredPlanner, takenTimes } from './planners.queries.ts';
import { accountEventData, socialPostEventData } from './social-event-data.ts';
import { enqueueRecords, findSocialPost, insertDraft } from './social-posts.queries.ts';
import { unresolvedAccounts } from './unresolved-accounts.ts';

/**
 * Answers the operation that lets a post go live. It decides who says it and when, refuses what a network would not take,
 * and writes one record for each account; the dispatcher hands them over. So the answer is 202: what the networks say is
 * told by the records and by an event for each account.
 */
export function createPublishHandler(ports: Ports, networks: Networks, look: () => void): Pick<Handlers<typeof social>, 'publish'> {
  const { clock } = ports;
  const write = createWriter('publishing', ports);

  return {
    publish: async (call) => {
      const { post_id, scheduled_at, planner_id, ...content } = call.input;
      assertDraftOrContent(post_id, content);
      const at = parseScheduledAt(scheduled_at, planner_id, clock.now());
      const answer = await write.write(call, async (tx) => {
        const space = call.caller.space_id;
        const planner = planner_id === undefined ? undefined : await findPlanner(tx, space, planner_id);
        const accounts = await lockAccounts(tx, space);
        const post = post_id === undefined ? undefined : await lockPublishable(tx, space, post_id);
        const saying: PostContent = { text: '', media: [], language: null, content_warning: null, ...post, ...pickContent(content) };
        const chosen = chooseAccounts(content.account_ids ?? post?.account_ids, planner, accounts, post);
        assertAcceptedByNetworks(saying, chosen, networks);
        const id = post?.id ?? newId('soc');
        if (!post) {
          await insertDraft(tx, space, id, { ...saying, account_ids: [] }, tx.now);
          tx.emit(socialDraftCreated, socialPostEventData({ id, text: saying.text }));
        }
        const time = planner ? nextPlannerTime(planner, clock.now()) : at;
        await enqueueRecords(
          tx,
          space,
          id,
          {
            state: time === undefined ? 'publishing' : 'scheduled',
            scheduled_at: time === undefined ? null : isoTime(time),
            planner_id: planner_id ?? null,
            at: isoTime(time ?? clock.now()),
            by: JSON.stringify(call.caller.actor),
            accounts: chosen.map((account) => ({ ...account, key: tid(clock.now()) })),
          },
          tx.now,
        );
        if (time !== undefined)
          tx.emit(socialPostScheduled, {
            ...socialPostEventData({ id, text: saying.text }),
            accounts: chosen.map(accountEventData),
            scheduled_at: isoTime(time),
          });
        return readPostResponse(tx, space, id);
      });
      look();
      return answer;
    },
  };
}

const fault = (path: string, code: string, message: string) => invalidFields([{ path, code, message }]);

/** Either a draft is named, or what is said is given. */
function assertDraftOrContent(post_id: string | undefined, content: Parameters<typeof pickContent>[0]): void {
  const { account_ids: _accounts, ...said } = pickContent(content);
  if (post_id === undefined && Object.keys(said).length === 0)
    throw fault('post_id', 'invalid_type', 'or text is needed: name a draft, or say what goes out');
  if (post_id !== undefined && Object.keys(said).length > 0)
    throw invalidFields(
      Object.keys(said).map((path) => ({
        path,
        code: 'conflict',
        message: 'cannot be given together with post_id; change the draft first',
      })),
    );
}

/** The latest time that can be planned, in milliseconds since the epoch. */
const MAX_TIMESTAMP = Date.parse('9999-12-30T00:00:00Z');

function parseScheduledAt(scheduled_at: string | undefined, planner_id: string | undefined, now: number): number | undefined {
  if (scheduled_at === undefined) return undefined;
  if (planner_id !== undefined) throw fault('scheduled_at', 'conflict', 'cannot be given together with planner_id, which says when');
  const time = Date.parse(scheduled_at);
  if (time <= now) throw fault('scheduled_at', 'in_the_past', 'must be in the future; leave it out to publish now');
  if (time > MAX_TIMESTAMP) throw fault('scheduled_at', 'too_big', 'must be before the year 10000');
  return time;
}

async function findPlanner(tx: CommonQueryMethods, space: string, id: string): Promise<StoredPlanner> {
  const planner = await lockPlanner(tx, space, id);
  if (planner) return planner;
  const message = `there is no planner "${id}" in this Space`;
  throw new Problem('unresolved_reference', `planner_id: ${message}.`, {
    errors: [{ path: 'planner_id', code: 'unresolved_reference', message }],
  });
}

function nextPlannerTime(planner: StoredPlanner, now: number): number {
  const time = nextFreeTime(planner.timezone, planner.slots, takenTimes(planner), now);
  if (time === null) throw new Problem('conflict', `All times of the planner ${planner.name} are taken for a year; add times to it first.`);
  return time;
}

/** A draft, or what failed on some of its accounts. */
async function lockPublishable(tx: CommonQueryMethods, space: string, id: string): Promise<SocialPost> {
  const found = await findSocialPost(tx, space, id, true);
  if (!found) throw notFound('social draft', id);
  const { post } = found;
  if (post.state === 'draft' || post.state === 'failed') return post;
  const way = post.state === 'scheduled' ? '; take it back with POST /social/posts/{id}/cancel to give it another time' : '';
  throw new Problem('conflict', `The post is ${post.state} already${way}.`);
}

/** The accounts that say it: those that are named, or those of the planner, or the only one there is. */
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
    throw fault('account_ids', 'invalid_type', 'is required, since more than one account is connected');
  const published = (post?.records ?? []).flatMap(({ account_id, state }) => (state === 'published' ? [{ id: account_id }] : []));
  // An account that has the post already need not be there any more.
  const unresolved = unresolvedAccounts(ids ?? [], [...accounts, ...published]);
  if (unresolved) throw unresolved;
  const done = new Set(published.map(({ id }) => id));
  const chosen = accounts.filter(({ id }) => (ids?.includes(id) ?? true) && !done.has(id));
  if (chosen.length === 0) throw new Problem('conflict', 'All of these accounts have published it already.');
  const refused = chosen.filter(({ status }) => status === 'refused');
  if (refused.length > 0)
    throw new Problem(
      'conflict',
      `The network takes the token of ${refused.map(({ handle }) => handle).join(', ')} no more; an operator must connect it anew.`,
    );
  return chosen;
}

/** Refuses what any of the networks would not take, with everything at once. */
function assertAcceptedByNetworks(saying: PostContent, accounts: readonly SocialAccount[], networks: Networks): void {
  if (saying.text.trim() === '' && saying.media.length === 0)
    throw fault('text', 'too_small', 'must not be empty when there is no picture');
  const faults: FieldError[] = accounts.flatMap((account) =>
    networks[account.platform]
      .validate(saying, account)
      .map(({ path, message }) => ({ path, code: 'too_big', message: `for ${account.handle}: ${message}` })),
  );
  if (faults.length > 0) throw invalidFields(faults);
}
