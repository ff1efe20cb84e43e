import { type Handlers, Json } from '@space/bus';
import { invalidFields, notFound, Problem } from '@space/contracts/core';
import {
  type BlogPost,
  blogPostCreated,
  blogPostDeleted,
  blogPostPublished,
  type blogPosts,
  blogPostUpdated,
} from '@space/contracts/publishing';
import { mustMatch, newId, readPage, sql } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { firstFreeSlug, slugOf } from '../addresses/slug.ts';
import { blogTag, invalidateTags } from '../cache/cache-invalidation.ts';
import { createPreviewLinks } from '../preview-links/preview-links.ts';
import { deletePost } from './delete-post.queries.ts';
import { postEventData, publishedEventData } from './post-event-data.ts';
import {
  findPost,
  findTakenSlugs,
  insertPost,
  listPosts,
  lockBlogs,
  type PostFields,
  recordAddress,
  setPublished,
  updatePost,
} from './posts.queries.ts';
import { publishPost } from './publish-post.ts';

/**
 * Answers the contract of posts. A post is a draft or published; what is published changes at once when it is changed. Its
 * address in its blog is its slug; each one at which it was ever published is kept, so that an old one leads on and that
 * of a deleted post says that it is gone. `body_html` is kept as it was given and made safe where it is shown.
 */
export function postHandlers(ports: Ports, look: () => void): Handlers<typeof blogPosts> {
  const { database, bus, config } = ports;
  const write = createWriter('publishing', ports);
  const origin = publicOrigin(config);
  const links = createPreviewLinks(ports.box, ports.clock, origin);

  const read = async (on: CommonQueryMethods, space: string, id: string) => {
    const row = await findPost(on, space, origin, id);
    if (!row) throw notFound('blog post', id);
    return new Json<BlogPost>(row.json, row.version);
  };

  return {
    list: async ({ input, caller }) => {
      const { collection_id } = input;
      if (collection_id !== undefined && !(await findBlogTitle(database, caller.space_id, collection_id)))
        throw notFound('blog collection', collection_id);
      return new Json(await readPage(database, listPosts(caller.space_id, origin, input)));
    },

    create: async (call) => {
      let told: string | null = null;
      const answer = await write.write(call, async (tx) => {
        const { collection_id, status, slug, ...fields } = call.input;
        const space = call.caller.space_id;
        const blog = await findTargetBlog(tx, space, collection_id);
        const id = newId('pst');
        const wanted = slug ?? slugOf(fields.title, `post-${id.slice(-6)}`);
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
          },
        );
        if (status === 'published') {
          told = blog.id;
          await setPublished(tx, space, id, tx.now);
          await recordAddress(tx, space, id);
        }
        const answer = await read(tx, space, id);
        const post = JSON.parse(answer.text) as BlogPost;
        tx.emit(blogPostCreated, postEventData(post, blog.title));
        if (status === 'published') tx.emit(blogPostPublished, publishedEventData(post, blog.title));
        return answer;
      });
      invalidateTags(bus, told && blogTag(told));
      return answer;
    },

    preview: async ({ input: { id }, caller: { space_id } }) => {
      await read(database, space_id, id);
      return links.create({ kind: 'post', space_id, id });
    },

    get: ({ input, caller }) => read(database, caller.space_id, input.id),

    update: async (call) => {
      let told: string | null = null;
      const { id, ...fields } = call.input;
      const space = call.caller.space_id;
      const answer = await write.write(call, async (tx) => {
        const before = await lockPost(tx, space, origin, id, call.if_version);
        const changed = (Object.keys(fields) as (keyof PostFields)[]).filter(
          (name) => fields[name] !== undefined && fields[name] !== before[name],
        );
        if (changed.length === 0) return read(tx, space, id);
        told = before.collection_id;
        // Whoever writes posts of the blog takes turns, so that no two get one slug.
        const [blog] = await lockBlogs(tx, space, before.collection_id);
        if (changed.includes('slug')) await assertSlugAvailable(tx, space, before.collection_id, fields.slug!);
        await updatePost(tx, space, id, Object.fromEntries(changed.map((name) => [name, fields[name]])), tx.now);
        await recordAddress(tx, space, id);
        const answer = await read(tx, space, id);
        tx.emit(blogPostUpdated, { ...postEventData(JSON.parse(answer.text) as BlogPost, blog!.title), changed });
        return answer;
      });
      invalidateTags(bus, told && blogTag(told));
      return answer;
    },

    publish: async (call) => {
      let told: string | null = null;
      const answer = await write.write(call, async (tx) => {
        const { id, publish, at } = call.input;
        const done = await publishPost(tx, origin, call.caller, id, { publish, at });
        told = done.changed_blog;
        const { text, version } = await read(tx, call.caller.space_id, id);
        return new Json(JSON.stringify({ ...JSON.parse(text), before: done.before }), version);
      });
      look();
      invalidateTags(bus, told && blogTag(told));
      return answer;
    },

    delete: async (call) => {
      const { id } = call.input;
      const space = call.caller.space_id;
      let told: string | null = null;
      const deleted = await write.write(call, async (tx) => {
        await lockPost(tx, space, origin, id, call.if_version);
        const gone = await deletePost(tx, space, origin, id);
        told = gone.collection_id;
        tx.emit(blogPostDeleted, gone);
        return { id, deleted: true as const };
      });
      invalidateTags(bus, told && blogTag(told));
      return deleted;
    },
  };
}

/** The post of this id, locked until the transaction ends; refused when it is not here or not the version asked for. */
export async function lockPost(
  tx: CommonQueryMethods,
  space: string,
  origin: string,
  id: string,
  version: readonly number[] | null,
): Promise<BlogPost> {
  const row = await findPost(tx, space, origin, id, true);
  if (!row) throw notFound('blog post', id);
  mustMatch(version, row.version);
  return JSON.parse(row.json) as BlogPost;
}

/** The title of a blog, or null. */
export const findBlogTitle = (on: CommonQueryMethods, space: string, collection: string) =>
  on.maybeOneFirst(sql.type(z.object({ title: z.string() }))`
    select title from publishing.blog_collection where space_id = ${space} and id = ${collection}`);

/** The blog that a new post belongs to: the one it names, or the only one there is. */
async function findTargetBlog(tx: CommonQueryMethods, space: string, id: string | undefined): Promise<{ id: string; title: string }> {
  const blogs = await lockBlogs(tx, space, id);
  const [blog] = blogs;
  if (blog && blogs.length === 1) return blog;
  if (id !== undefined) {
    const message = `there is no blog collection "${id}" in this Space`;
    throw new Problem('unresolved_reference', `collection_id: ${message}.`, {
      errors: [{ path: 'collection_id', code: 'unresolved_reference', message }],
    });
  }
  if (!blog) throw new Problem('conflict', 'This Space has no blog yet; create one with POST /blog/collections first.');
  throw invalidFields([{ path: 'collection_id', code: 'invalid_type', message: 'is required, since this Space has more than one blog' }]);
}

async function assertSlugAvailable(tx: CommonQueryMethods, space: string, collection: string, slug: string): Promise<void> {
  if ((await findTakenSlugs(tx, space, collection, slug)).has(slug))
    throw new Problem('duplicate', `Another post of this blog has the slug "${slug}"; choose another one.`, {
      errors: [{ path: 'slug', code: 'duplicate', message: 'is the slug of another post of this blog' }],
    });
}
