import { isDeepStrictEqual } from 'node:util';
import { type CallContext, extendJson, type Handlers, Json, withBefore } from '@space/bus';
import { assertAll, invalidFields, Problem, unresolvedReferences } from '@space/contracts/core';
import {
  type BlogPost,
  type BlogPostSummary,
  blogPostCreated,
  blogPostDeleted,
  blogPostPublished,
  type blogPosts,
  blogPostUpdated,
  MAX_POSTS_PER_BLOG,
  scheduledTime,
} from '@space/contracts/publishing';
import { newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import { firstFreeSlug } from '@space/text';
import type { CommonQueryMethods } from 'slonik';
import { suggestSlug } from '../addresses/slug.ts';
import { findShownAssets } from '../assets/shown-assets.queries.ts';
import { blogTag, invalidateTags } from '../cache/cache-invalidation.ts';
import type { Publishing } from '../context/publishing.ts';
import { createPreviewLinks } from '../preview-links/preview-links.ts';
import { assertAssetsExist, assetInField, assetsInText } from '../references/asset-references.ts';
import { deletePost } from './delete-post.queries.ts';
import { publishedEventData, shownPostData } from './post-event-data.ts';
import { distinctTags } from './post-tags.ts';
import {
  countPosts,
  findPost,
  findPostSummary,
  findTakenSlugs,
  insertPost,
  listPosts,
  lockBlogs,
  lockPost,
  type PostFields,
  type PostText,
  recordAddress,
  setPublished,
  updatePost,
} from './posts.queries.ts';
import { publishPost } from './publish-post.ts';

/** The field of a call that may hold the address of an asset. */
interface GivenAssets {
  readonly cover_image_url?: string | null | undefined;
}

/**
 * Returns the handlers of the blog posts contract; `poll` wakes the jobs that publish scheduled posts.
 *
 * A post is a draft or published. Visitors see a change of a published post immediately. Its address in its blog is its
 * slug. Each slug at which it was published is stored, so that an old address redirects and the address of a deleted post
 * answers 410. `body_html` is stored as it was sent, with the sanitized text that visitors see.
 */
export function postHandlers({ ports, origin, texts, assets }: Publishing, poll: () => void): Handlers<typeof blogPosts> {
  const { database, bus } = ports;
  const write = createWriter('publishing', ports);
  const links = createPreviewLinks(ports.box, ports.clock, origin);

  async function readPost(on: CommonQueryMethods, space: string, id: string): Promise<Json<BlogPost>> {
    const { json, version } = await findPost(on, space, origin, id);
    // A post depends on its own row only, so its version is the whole ETag, with and without the text.
    return new Json<BlogPost>(json, version, 0);
  }

  /** Returns a post as a write answers it, without its text. */
  async function readWritten(on: CommonQueryMethods, space: string, id: string): Promise<Json<BlogPostSummary>> {
    const { json, version } = await findPostSummary(on, space, origin, id);
    return new Json<BlogPostSummary>(json, version, 0);
  }

  /** Returns the text to store with a post, and the assets in it, after a check of the assets that the call names. */
  async function prepareText<Body extends string | undefined>(call: CallContext & { readonly input: GivenAssets }, body: Body) {
    const space = call.caller.space_id;
    async function readAssets(): Promise<string[]> {
      const places = await assets.read(space, 'body_html', body ?? '');
      const named = [...assetsInText('body_html', places), ...assetInField('cover_image_url', call.input.cover_image_url, origin)];
      await assertAssetsExist(bus, call, named);
      return places.map(({ id }) => id);
    }
    const prepared = body === undefined ? undefined : texts.prepare(space, body);
    const shown = readAssets();
    await assertAll([prepared, shown]);
    return (prepared ? { ...(await prepared), body_asset_ids: await shown } : {}) as Body extends string ? PostText : Partial<PostText>;
  }

  return {
    async list({ input, caller }) {
      return new Json(await readPage(database, listPosts(caller.space_id, origin, input)));
    },

    async create(call) {
      let changedBlog: string | null = null;
      const text = await prepareText(call, call.input.body_html ?? '');
      const response = await write.write(call, async (tx) => {
        const { collection_id, status, slug, ...fields } = call.input;
        const space = call.caller.space_id;
        const blog = await findTargetBlog(tx, space, collection_id);
        if ((await countPosts(tx, space, blog.id)) >= MAX_POSTS_PER_BLOG)
          throw new Problem('limit_reached', `A blog can have ${MAX_POSTS_PER_BLOG} posts; delete a post first, or use another blog.`);
        const id = newId('pst');
        const wanted = slug ?? suggestSlug(fields.title, `post-${id.slice(-6)}`);
        await insertPost(
          tx,
          { space_id: space, id, collection_id: blog.id, now: tx.now },
          {
            title: fields.title,
            slug: firstFreeSlug(wanted, await findTakenSlugs(tx, space, blog.id, wanted)),
            body_html: fields.body_html ?? '',
            excerpt: fields.excerpt ?? null,
            cover_image_url: fields.cover_image_url ?? null,
            author: fields.author ?? null,
            tags: distinctTags(fields.tags ?? []),
            ...text,
          },
        );
        if (status === 'published') {
          changedBlog = blog.id;
          await setPublished(tx, space, id, tx.now);
          await recordAddress(tx, space, id);
        }
        const created = await readWritten(tx, space, id);
        const post = JSON.parse(created.text) as BlogPostSummary;
        const shown = await findShownAssets(tx, space, 'blog_post', id, origin);
        tx.emit(blogPostCreated, shownPostData(post, blog.title, shown));
        if (status === 'published') tx.emit(blogPostPublished, publishedEventData(post, blog.title, shown));
        return created;
      });
      invalidateTags(bus, changedBlog && blogTag(changedBlog));
      return response;
    },

    async preview({ input: { id }, caller: { space_id } }) {
      await readPost(database, space_id, id);
      return links.create({ kind: 'post', space_id, id });
    },

    get: ({ input, caller }) => readPost(database, caller.space_id, input.id),

    async update(call) {
      let changedBlog: string | null = null;
      const { id, tags, ...given } = call.input;
      const fields = { ...given, ...(tags && { tags: distinctTags(tags) }) };
      const space = call.caller.space_id;
      const text = await prepareText(call, fields.body_html);
      const response = await write.write(call, async (tx) => {
        const before = await lockPost(tx, space, origin, id, call.if_version);
        const changed = (Object.keys(fields) as (keyof PostFields)[]).filter(
          (name) => fields[name] !== undefined && !isDeepStrictEqual(fields[name], before[name]),
        );
        if (changed.length === 0) return withBefore(await readWritten(tx, space, id), before, []);
        changedBlog = before.collection_id;
        // The lock of the blog makes writers of its posts take turns, so that no two posts get the same slug.
        const [blog] = await lockBlogs(tx, space, before.collection_id);
        if (changed.includes('slug')) await assertSlugAvailable(tx, space, before.collection_id, fields.slug!);
        const columns = Object.fromEntries(changed.map((name) => [name, fields[name]]));
        await updatePost(tx, space, id, { ...columns, ...(changed.includes('body_html') ? text : {}) }, tx.now);
        await recordAddress(tx, space, id);
        const updated = await readWritten(tx, space, id);
        const shown = await findShownAssets(tx, space, 'blog_post', id, origin);
        tx.emit(blogPostUpdated, { ...shownPostData(JSON.parse(updated.text) as BlogPostSummary, blog!.title, shown), changed });
        return withBefore(updated, before, changed);
      });
      invalidateTags(bus, changedBlog && blogTag(changedBlog));
      return response;
    },

    async publish(call) {
      let changedBlog: string | null = null;
      const response = await write.write(call, async (tx) => {
        const { id, publish } = call.input;
        const { before, changed_blog } = await publishPost(tx, origin, call.caller, id, { publish, at: scheduledTime(call.input) });
        changedBlog = changed_blog;
        return extendJson(await readWritten(tx, call.caller.space_id, id), { before });
      });
      poll();
      invalidateTags(bus, changedBlog && blogTag(changedBlog));
      return response;
    },

    async delete(call) {
      const { id } = call.input;
      const space = call.caller.space_id;
      let changedBlog: string | null = null;
      const response = await write.write(call, async (tx) => {
        await lockPost(tx, space, origin, id, call.if_version);
        const deleted = await deletePost(tx, space, origin, id);
        changedBlog = deleted.collection_id;
        tx.emit(blogPostDeleted, deleted);
        return { id, deleted: true as const };
      });
      invalidateTags(bus, changedBlog && blogTag(changedBlog));
      return response;
    },
  };
}

/** Locks and returns the blog of a new post: the one of this id, or the only one of the Space. */
async function findTargetBlog(tx: CommonQueryMethods, space: string, id: string | undefined): Promise<{ id: string; title: string }> {
  const blogs = await lockBlogs(tx, space, id);
  const [blog] = blogs;
  if (blog && blogs.length === 1) return blog;
  if (id !== undefined) throw unresolvedReferences([{ path: 'collection_id', noun: 'blog collection', id }]);
  if (!blog) throw new Problem('conflict', 'This Space has no blog yet; create one with POST /blog/collections first.');
  throw invalidFields([{ path: 'collection_id', code: 'invalid_type', message: 'is required, since this Space has more than one blog' }]);
}

async function assertSlugAvailable(tx: CommonQueryMethods, space: string, collection: string, slug: string): Promise<void> {
  if ((await findTakenSlugs(tx, space, collection, slug)).has(slug))
    throw new Problem('duplicate', `slug: another post of this blog has the slug "${slug}"; choose another slug.`, {
      errors: [{ path: 'slug', code: 'duplicate', message: 'is the slug of another post of this blog' }],
    });
}
