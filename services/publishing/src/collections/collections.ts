import { type CallContext, extendJson, type Handlers, Json, withBefore } from '@space/bus';
import { assertAll, invalidFields, Problem, unresolvedReferences } from '@space/contracts/core';
import {
  type BlogCollection,
  blogCollectionCreated,
  blogCollectionDeleted,
  type blogCollections,
  blogCollectionUpdated,
  blogPostDeleted,
  MAX_BLOG_COLLECTIONS_PER_SPACE,
} from '@space/contracts/publishing';
import { newId, readPage } from '@space/database';
import { createWriter } from '@space/event-log';
import { firstFreeSlug } from '@space/text';
import type { CommonQueryMethods } from 'slonik';
import { suggestSlug } from '../addresses/slug.ts';
import { findShownAssets } from '../assets/shown-assets.queries.ts';
import { noAssets } from '../assets/shown-assets.ts';
import { blogTag, invalidateTags } from '../cache/cache-invalidation.ts';
import type { Publishing } from '../context/publishing.ts';
import { deletePostsOf } from '../posts/delete-post.queries.ts';
import { assertAssetsExist, assetsInText } from '../references/asset-references.ts';
import {
  type CollectionFields,
  countCollections,
  deleteCollection,
  findCollection,
  findCollectionIdByBaseSlug,
  findMissingReferences,
  insertCollection,
  listCollections,
  lockCollection,
  lockCollectionCreation,
  lockTakenAddresses,
  type ShowingTemplate,
  updateCollection,
} from './collections.queries.ts';
import { reservedSlugs } from './reserved-slugs.ts';

/**
 * Returns the handlers of the blog collections contract. A base_slug identifies one blog of a Space: a second create
 * returns the existing blog, also when several calls run at the same time, since they lock one another. All Spaces share
 * the public origin, so each blog also has a public slug, which no other blog ever gets.
 */
export function collectionHandlers({ ports, origin, templates, assets }: Publishing): Handlers<typeof blogCollections> {
  const { database, bus } = ports;
  const write = createWriter('publishing', ports);

  /** Returns the template to store with a blog, and the assets in it, after a check of them. */
  async function prepareTemplate(call: CallContext, source: string | null): Promise<ShowingTemplate> {
    const space = call.caller.space_id;
    async function readAssets(): Promise<string[]> {
      const places = await assets.read(space, 'template_html', source ?? '');
      await assertAssetsExist(bus, call, assetsInText('template_html', places));
      return places.map(({ id }) => id);
    }
    const prepared = templates.prepare(space, source);
    const shown = readAssets();
    await assertAll([prepared, shown]);
    return { ...(await prepared), template_asset_ids: await shown };
  }

  async function readCollection(on: CommonQueryMethods, space: string, id: string) {
    const row = await findCollection(on, space, origin, id);
    return new Json<BlogCollection>(row.json, row.version, (JSON.parse(row.json) as BlogCollection).post_count);
  }

  return {
    async list({ input, caller }) {
      return new Json(await readPage(database, listCollections(caller.space_id, origin, input)));
    },

    async create(call) {
      const { input, caller } = call;
      const space = caller.space_id;
      const base_slug = input.base_slug ?? suggestSlug(input.title ?? 'Blog', 'blog');
      assertSlugNotReserved(base_slug, input.base_slug === undefined ? 'title' : 'base_slug');
      const template = await prepareTemplate(call, input.template_html ?? null);
      return write.write(call, async (tx) => {
        await lockCollectionCreation(tx, space);
        const existing = await findCollectionIdByBaseSlug(tx, space, base_slug);
        if (existing) return extendJson(await readCollection(tx, space, existing), { created: false });
        if ((await countCollections(tx, space)) >= MAX_BLOG_COLLECTIONS_PER_SPACE)
          throw new Problem('limit_reached', `A Space can have ${MAX_BLOG_COLLECTIONS_PER_SPACE} blogs; delete a blog first.`);
        await assertReferencesExist(tx, space, input);
        const id = newId('blg');
        const title = input.title ?? titleFromSlug(base_slug);
        const public_slug = firstFreeSlug(base_slug, await lockTakenAddresses(tx, base_slug));
        await insertCollection(
          tx,
          { space_id: space, id, base_slug, public_slug, now: tx.now },
          {
            title,
            description: input.description ?? null,
            language: input.language ?? null,
            site_id: input.site_id ?? null,
            index_page_id: input.index_page_id ?? null,
            template_html: input.template_html ?? null,
            ...template,
          },
        );
        tx.emit(blogCollectionCreated, {
          collection_id: id,
          collection: title,
          base_slug,
          ...(await findShownAssets(tx, space, 'blog', id, origin)),
        });
        return extendJson(await readCollection(tx, space, id), { created: true });
      });
    },

    get: ({ input, caller }) => readCollection(database, caller.space_id, input.id),

    async update(call) {
      const { id, ...fields } = call.input;
      const space = call.caller.space_id;
      const template = fields.template_html === undefined ? {} : await prepareTemplate(call, fields.template_html);
      const response = await write.write(call, async (tx) => {
        const before = await lockBlog(tx, space, id, call.if_version);
        await assertReferencesExist(tx, space, fields);
        const changed = (Object.keys(fields) as (keyof CollectionFields)[]).filter(
          (name) => fields[name] !== undefined && fields[name] !== before[name],
        );
        if (changed.length > 0) {
          const columns = Object.fromEntries(changed.map((name) => [name, fields[name]]));
          await updateCollection(tx, space, id, { ...columns, ...(changed.includes('template_html') ? template : {}) }, tx.now);
          tx.emit(blogCollectionUpdated, {
            ...collectionEventData(before),
            ...(await findShownAssets(tx, space, 'blog', id, origin)),
            collection: fields.title ?? before.title,
            changed,
          });
        }
        return withBefore(await readCollection(tx, space, id), before, changed);
      });
      invalidateTags(bus, blogTag(id));
      return response;
    },

    async delete(call) {
      const { id, with_posts } = call.input;
      const deleted = await write.write(call, async (tx) => {
        const space = call.caller.space_id;
        const before = await lockBlog(tx, space, id, call.if_version);
        if (before.post_count > 0 && !with_posts)
          throw new Problem(
            'conflict',
            `The blog ${before.title} has ${before.post_count} post${before.post_count === 1 ? '' : 's'}; delete them first, or pass with_posts=true to delete them too.`,
          );
        let posts = 0;
        for await (const post of deletePostsOf(tx, space, origin, id)) {
          tx.emit(blogPostDeleted, post);
          posts += 1;
        }
        await deleteCollection(tx, space, id);
        tx.emit(blogCollectionDeleted, { ...collectionEventData(before), ...noAssets, posts });
        return { id, deleted: true as const };
      });
      invalidateTags(bus, blogTag(id));
      return deleted;
    },
  };

  async function lockBlog(tx: CommonQueryMethods, space: string, id: string, ifMatch: readonly number[] | null): Promise<BlogCollection> {
    return JSON.parse((await lockCollection(tx, space, origin, id, ifMatch)).json) as BlogCollection;
  }
}

/** Returns the data that every event about a blog has. */
const collectionEventData = ({ id, title, base_slug }: BlogCollection) => ({ collection_id: id, collection: title, base_slug });

/** Returns the title of a blog that was created without one: `Our news` for `our-news`. */
const titleFromSlug = (slug: string): string => slug.charAt(0).toUpperCase() + slug.slice(1).replaceAll('-', ' ');

function assertSlugNotReserved(slug: string, path: string): void {
  if (reservedSlugs.has(slug))
    throw invalidFields([
      { path, code: 'reserved', message: `"${slug}" is reserved for other addresses; choose another base_slug, for example ${slug}-blog` },
    ]);
}

async function assertReferencesExist(
  tx: CommonQueryMethods,
  space: string,
  fields: { site_id?: string | null | undefined; index_page_id?: string | null | undefined },
): Promise<void> {
  const missing = fields.site_id || fields.index_page_id ? await findMissingReferences(tx, space, fields) : [];
  if (missing.length === 0) return;
  const nouns = { site_id: 'site', index_page_id: 'page' };
  throw unresolvedReferences(missing.map((path) => ({ path, noun: nouns[path], id: String(fields[path]) })));
}
