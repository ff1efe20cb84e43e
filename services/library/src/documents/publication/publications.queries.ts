import { sql, wireTime } from '@space/database';
import type { RichNode } from '@space/rich-text';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { StoredReference } from '../storage/stored-text.ts';

const PublicationRow = z.object({
  publication: z.object({ slug: z.string(), url: z.string(), version: z.number(), published_at: z.string() }),
  title: z.string(),
  icon: z.string().nullable(),
});

/** Returns the publication of a document as the wire shows it, with the title and the icon that visitors see; null without one. */
export const findPublication = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(PublicationRow)`
    select p.title, p.icon, json_build_object('slug', p.slug, 'url', p.url, 'version', p.version,
      'published_at', ${wireTime(sql.fragment`p.published_at`)}) as publication
    from library.document_publication as p
    where p.space_id = ${space} and p.document_id = ${id}`);

/** Returns the slug that a document had last; null for one that was never published. */
export const findLastSlug = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOneFirst(sql.type(z.object({ slug: z.string() }))`
    select slug from library.document_address where space_id = ${space} and document_id = ${id} order by claimed_at desc limit 1`);

/** The content of a document as visitors see it. */
export interface PublishedContent {
  readonly version: number;
  readonly title: string;
  readonly icon: string | null;
  readonly blocks: readonly RichNode[];
  readonly refs: readonly StoredReference[];
  readonly excerpt: string;
}

/** Returns JSON that Postgres can store: texts without U+0000 and halves of characters. */
const storable = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (typeof part === 'string' ? part.toWellFormed().replaceAll('\u0000', '') : part));

/** Makes a content what visitors see of a document. */
export const storePublication = (
  tx: CommonQueryMethods,
  space: string,
  id: string,
  { slug, url }: { readonly slug: string; readonly url: string },
  content: PublishedContent,
  now: string,
) =>
  tx.query(sql.typeAlias('void')`
    insert into library.document_publication as p
      (space_id, document_id, slug, url, version, title, icon, blocks, refs, excerpt, published_at)
    values (${space}, ${id}, ${slug}, ${url}, ${content.version}, ${content.title}, ${content.icon}, ${storable(content.blocks)}::jsonb,
      ${storable(content.refs)}::jsonb, ${content.excerpt}, ${now}::timestamptz)
    on conflict (space_id, document_id) do update set slug = excluded.slug, url = excluded.url, version = excluded.version,
      title = excluded.title, icon = excluded.icon, blocks = excluded.blocks, refs = excluded.refs, excerpt = excluded.excerpt,
      published_at = excluded.published_at`);

/** Ends the publication of a document. */
export const deletePublication = (tx: CommonQueryMethods, space: string, id: string) =>
  tx.query(sql.typeAlias('void')`delete from library.document_publication where space_id = ${space} and document_id = ${id}`);

/** Locks a slug until the transaction ends, so that later statements see the claims of other transactions. */
export const lockSlug = (tx: CommonQueryMethods, slug: string) =>
  tx.query(sql.type(z.unknown())`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(['document address', slug])}, 0))`);

/**
 * Claims a locked slug for a document, and returns false if it is taken: by a published document, or by another Space. With `canTakeOver`
 * the document also gets a slug that another document of the Space has left.
 */
export const claimSlug = async (tx: CommonQueryMethods, space: string, id: string, slug: string, canTakeOver: boolean, now: string) =>
  (await tx.maybeOneFirst(sql.type(z.object({ slug: z.string() }))`
    insert into library.document_address as a (slug, space_id, document_id, claimed_at)
    values (${slug}, ${space}, ${id}, ${now}::timestamptz)
    on conflict (slug) do update set document_id = excluded.document_id, claimed_at = excluded.claimed_at
    where a.space_id = excluded.space_id and (a.document_id = excluded.document_id or (${canTakeOver} and not exists (
      select from library.document_publication as p where p.slug = a.slug)))
    returning slug`)) !== null;

const Addressed = z.object({
  space_id: z.string(),
  document_id: z.string(),
  is_gone: z.boolean(),
  slug: z.string().nullable(),
  url: z.string().nullable(),
});

/** Returns the document to which a slug leads, and the address at which visitors see it; null for an unknown slug. */
export const findAddressed = (database: CommonQueryMethods, slug: string) =>
  database.maybeOne(sql.type(Addressed)`
    select a.space_id, a.document_id, d.id is null as is_gone, p.slug, p.url from library.document_address as a
    left join library.document as d on d.space_id = a.space_id and d.id = a.document_id
    left join library.document_publication as p on p.space_id = a.space_id and p.document_id = a.document_id and d.trashed_at is null
    where a.slug = ${slug}`);

const Shown = z.object({
  version: z.number(),
  title: z.string(),
  icon: z.string().nullable(),
  blocks: z.array(z.custom<RichNode>()),
  refs: z.array(z.object({ address: z.string() })),
  excerpt: z.string(),
});

/** Returns what visitors see of a document; null without a publication. */
export const findShownContent = (database: CommonQueryMethods, space: string, id: string) =>
  database.maybeOne(sql.type(Shown)`
    select version, title, icon, blocks, refs, excerpt from library.document_publication where space_id = ${space} and document_id = ${id}`);

/** Returns the addresses of those documents of a Space with these ids that visitors see. */
export const findPublishedAddresses = (database: CommonQueryMethods, space: string, ids: readonly string[]) =>
  database.any(sql.type(z.object({ id: z.string(), url: z.string() }))`
    select p.document_id as id, p.url from library.document_publication as p
    join library.document as d on d.space_id = p.space_id and d.id = p.document_id and d.trashed_at is null
    where p.space_id = ${space} and p.document_id = any(${sql.array([...ids], 'text')})`);

/** Gives all publications the address of a public origin. */
export const correctAddresses = (database: CommonQueryMethods, origin: string) =>
  database.query(sql.typeAlias('void')`
    update library.document_publication set url = ${origin}::text || '/doc/' || slug where url <> ${origin}::text || '/doc/' || slug`);
