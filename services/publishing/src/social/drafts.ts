import { isDeepStrictEqual } from 'node:util';
import { type Bus, type CallContext, extendJson, type Handlers, Json, withBefore } from '@space/bus';
import { notFound, Problem } from '@space/contracts/core';
import {
  type SocialPost,
  type social,
  socialDraftCreated,
  socialDraftDeleted,
  socialDraftUpdated,
  socialPostCancelled,
} from '@space/contracts/publishing';
import { mustMatch, newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import { assertAssetsExist, assetInField } from '../references/asset-references.ts';
import type { PostContent } from '../social-networks/network.ts';
import { shownSocialData, socialPostEventData } from './social-event-data.ts';
import {
  type DraftContent,
  deleteSocialPost,
  findSocialPost,
  insertDraft,
  listSocialPosts,
  replaceContent,
  unschedule,
} from './social-posts.queries.ts';
import { assertAccountsExist } from './unresolved-accounts.ts';

type Operations = 'list_posts' | 'get_post' | 'create_draft' | 'update_draft' | 'delete_draft' | 'cancel';

/** Returns the handlers of drafts, and those that read and cancel posts. */
export function draftHandlers(ports: Ports): Pick<Handlers<typeof social>, Operations> {
  const { database } = ports;
  const write = createWriter('publishing', ports);
  const origin = publicOrigin(ports.config);

  return {
    async list_posts({ input, caller }) {
      return new Json(await readPage(database, listSocialPosts(caller.space_id, input)));
    },

    get_post: ({ input, caller }) => readPostResponse(database, caller.space_id, input.id),

    async create_draft(call) {
      await assertPicturesExist(ports.bus, call, origin);
      return write.write(call, async (tx) => {
        const space = call.caller.space_id;
        const content = { ...emptyContent, ...pickContent(call.input) };
        await assertAccountsExist(tx, space, content.account_ids);
        const id = newId('soc');
        await insertDraft(tx, space, id, content, tx.now);
        tx.emit(socialDraftCreated, shownSocialData({ id, ...content }, origin));
        return readPostResponse(tx, space, id);
      });
    },

    async update_draft(call) {
      await assertPicturesExist(ports.bus, call, origin);
      return write.write(call, async (tx) => {
        const { id, ...fields } = call.input;
        const space = call.caller.space_id;
        const before = await lockUnsent(tx, space, id, call.if_version, 'change');
        const given = pickContent(fields);
        const content: DraftContent = { ...before, ...given };
        if (fields.account_ids) await assertAccountsExist(tx, space, fields.account_ids);
        const changed = (Object.keys(given) as (keyof DraftContent)[]).filter((name) => !isDeepStrictEqual(content[name], before[name]));
        if (changed.length > 0) {
          await replaceContent(tx, space, id, content, tx.now);
          tx.emit(socialDraftUpdated, { ...shownSocialData({ id, ...content }, origin), changed });
        }
        return extendJson(withBefore(await readPostResponse(tx, space, id), before, changed), {
          was_failed: changed.length > 0 && before.status === 'failed',
        });
      });
    },

    delete_draft: (call) =>
      write.write(call, async (tx) => {
        const { id } = call.input;
        const space = call.caller.space_id;
        const before = await lockUnsent(tx, space, id, call.if_version, 'delete');
        await deleteSocialPost(tx, space, id);
        tx.emit(socialDraftDeleted, { ...socialPostEventData(before), asset_ids: [] });
        return { id, deleted: true as const };
      }),

    cancel: (call) =>
      write.write(call, async (tx) => {
        const { id } = call.input;
        const space = call.caller.space_id;
        const found = await findSocialPost(tx, space, id, true);
        if (!found) throw notFound('social post', id);
        const { post } = found;
        if (post.status !== 'scheduled')
          throw new Problem('conflict', `The post is ${post.status}; only a scheduled post that is not being published can be cancelled.`);
        await unschedule(tx, space, id, tx.now);
        tx.emit(socialPostCancelled, {
          ...socialPostEventData(post),
          accounts: post.records.flatMap(({ account_id, account, platform, status }) =>
            status === 'scheduled' ? [{ account_id, account, platform }] : [],
          ),
        });
        const { scheduled_at, account_ids } = post;
        return extendJson(await readPostResponse(tx, space, id), { before: { scheduled_at, account_ids } });
      }),
  };
}

/** Throws `unresolved_reference` if a picture of a post is an asset that does not exist. Must not be called inside a transaction. */
export const assertPicturesExist = (
  bus: Pick<Bus, 'request'>,
  call: CallContext & { readonly input: { readonly media?: PostContent['media'] | undefined } },
  origin: string,
): Promise<void> =>
  assertAssetsExist(
    bus,
    call,
    (call.input.media ?? []).flatMap(({ url }, at) => assetInField(`media.${at}.url`, url, origin)),
  );

const emptyContent: DraftContent = { text: '', media: [], account_ids: [], language: null, content_warning: null };

const contentFields = ['text', 'media', 'account_ids', 'language', 'content_warning'] as const;

/** Returns the content fields that an input gives. */
export const pickContent = (input: { readonly [K in keyof DraftContent]?: DraftContent[K] | undefined }): Partial<DraftContent> =>
  Object.fromEntries(contentFields.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])));

/** Returns a social post as the wire shows it, with its version. Throws not_found. */
export async function readPostResponse(on: CommonQueryMethods, space: string, id: string): Promise<Json<SocialPost>> {
  const found = await findSocialPost(on, space, id);
  if (!found) throw notFound('social post', id);
  return new Json(found.json, found.version);
}

/**
 * Locks a post that no network has and that is not scheduled, and returns it. Throws not_found, precondition_failed for
 * another version, and conflict for a post in any other status or, when it is to be changed, in doubt.
 */
async function lockUnsent(
  tx: CommonQueryMethods,
  space: string,
  id: string,
  versions: readonly number[] | null,
  action: 'change' | 'delete',
): Promise<SocialPost> {
  const found = await findSocialPost(tx, space, id, true);
  if (!found) throw notFound('social draft', id);
  mustMatch(versions, found.version);
  const { post } = found;
  const isUnsent = post.status === 'draft' || (post.status === 'failed' && post.records.every(({ status }) => status === 'failed'));
  const inDoubt = action === 'change' ? post.records.filter(({ error }) => error === 'outcome_unknown') : [];
  if (inDoubt.length > 0)
    throw new Problem(
      'conflict',
      `${inDoubt.map(({ account }) => account).join(', ')} may have the post as it is, so you cannot change it; look there, and write another draft.`,
    );
  if (isUnsent) return post;
  const advice = post.status === 'scheduled' ? `; cancel it with POST /social/posts/${id}/cancel first` : '';
  throw new Problem('conflict', `The post is ${post.status} and not a draft, so you cannot ${action} it${advice}.`);
}
