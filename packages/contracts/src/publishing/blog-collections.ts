import { z } from 'zod';
import { Deleted, id, nonEmptyLine, resource } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { restoreFields, undoByDeleting, valuesBefore } from '../core/undo.ts';
import { addressSlug } from './address-slug.ts';
import { blogCollectionCreated, blogCollectionDeleted, blogCollectionUpdated, blogPostDeleted } from './blog.events.ts';
import { MAX_BLOG_COLLECTIONS_PER_SPACE, MAX_POST_TEMPLATE_CHARACTERS } from './limits.ts';
import { webAddress } from './web-address.ts';

/** The tokens in `{{…}}` that the layout of posts may use (contract, G2). */
export const POST_TOKENS = [
  'title',
  'cover_image',
  'excerpt',
  'body',
  'author',
  'date',
  'reading_time',
  'tags',
  'previous_title',
  'previous_url',
  'next_title',
  'next_url',
] as const;

const changeable = {
  title: nonEmptyLine(200).describe('Name of the blog'),
  description: z.string().max(4_000).nullable().describe('One paragraph about the blog, for its index and its feeds'),
  language: z
    .string()
    .max(35)
    .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'must be a language tag, for example en or pt-BR')
    .nullable()
    .describe('The language of its posts (BCP 47); null for that of the Space (look), else English'),
  site_id: id('site').nullable().describe('The site it belongs to; null detaches it'),
  index_page_id: id('page').nullable().describe('A page that is shown in place of the list of posts; null detaches it'),
  template_html: z
    .string()
    .max(MAX_POST_TEMPLATE_CHARACTERS)
    .nullable()
    .describe(`The layout of a post, with the tokens ${POST_TOKENS.map((token) => `{{${token}}}`).join(' ')}; a neutral one when null`),
};

/** A blog: the addresses of its posts and their layout (contract, G1). */
export const BlogCollection = z
  .object({
    ...resource,
    base_slug: z.string().describe('Fixed at creation'),
    title: z.string(),
    description: z.string().nullable(),
    language: z.string().nullable(),
    site_id: z.string().nullable(),
    index_page_id: z.string().nullable(),
    template_html: z.string().nullable(),
    url: webAddress.describe('The list of its published posts'),
    feeds: z.object({ rss: webAddress, atom: webAddress, json: webAddress }),
    post_count: z.int().describe('Posts, drafts too'),
  })
  .meta({ id: 'BlogCollection' });

/** A blog. */
export type BlogCollection = z.infer<typeof BlogCollection>;

const before = valuesBefore(
  BlogCollection.pick({ title: true, description: true, language: true, site_id: true, index_page_id: true, template_html: true }),
);

const collectionId = { id: id('blog collection') };
const sample = { id: 'blg_01jd0000000000000000000000' };
const { title, ...rest } = changeable;

/** The blogs of a Space. */
export const blogCollections = contract({
  name: 'blog_collections',
  family: 'blog',
  service: 'publishing',
  tag: 'Blog',
  description:
    'Blogs: each has an address of its own on the public origin, a list of its posts, feeds in RSS, Atom and JSON, and a layout for its posts.',
  operations: {
    list: operation({
      summary: 'List blogs',
      description: 'Oldest first, unless sort says otherwise.',
      scope: 'pages:read',
      route: { method: 'GET', path: '/blog/collections', status: 200 },
      tools: [{ name: 'list_blog_collections', family: 'blog', action: 'list_collections' }],
      input: z.strictObject({ sort: sortBy(['created_at', 'title'], 'created_at'), limit, cursor, include_total: includeTotal }),
      output: page(BlogCollection),
    }),
    create: operation({
      summary: 'Create a blog',
      description: `Creating a blog with a base_slug that the Space uses already returns the existing blog, unchanged. Words that are reserved for other addresses are refused. A token in template_html that is unknown, or stands where its value could not be shown safely, is refused with its line and column. A Space can have ${MAX_BLOG_COLLECTIONS_PER_SPACE} blogs.`,
      scope: 'pages:write',
      route: { method: 'POST', path: '/blog/collections', status: 201 },
      tools: [{ name: 'create_blog_collection', family: 'blog', action: 'create_collection' }],
      input: z.strictObject({
        base_slug: addressSlug
          .optional()
          .describe('First part of the address of its posts, /{base_slug}/{slug}; made from the title when left out'),
        title: title.optional().describe('Made from base_slug when left out'),
        ...z.strictObject(rest).partial().shape,
      }),
      output: BlogCollection.extend({ created: z.boolean().describe('False if the blog existed already and is returned unchanged') }),
      emits: [blogCollectionCreated],
      undo: (input, blog) => (blog.created ? undoByDeleting('delete_blog_collection')(input, blog) : null),
      problems: ['limit_reached', 'unresolved_reference'],
      example: { title: 'News', base_slug: 'news', description: 'What is new at the engine house' },
    }),
    get: operation({
      summary: 'Read a blog',
      scope: 'pages:read',
      route: { method: 'GET', path: '/blog/collections/:id', status: 200 },
      tools: [{ name: 'get_blog_collection', family: 'blog', action: 'get_collection' }],
      input: z.strictObject(collectionId),
      output: BlogCollection,
      versioned: true,
    }),
    update: operation({
      summary: 'Change a blog',
      description:
        'Only the fields given change; base_slug cannot. null detaches the site or the index page, and brings back the neutral layout.',
      scope: 'pages:write',
      route: { method: 'PATCH', path: '/blog/collections/:id', status: 200 },
      tools: [{ name: 'update_blog_collection', family: 'blog', action: 'update_collection' }],
      input: z.strictObject({ ...collectionId, ...z.strictObject(changeable).partial().shape }),
      output: BlogCollection.extend({ before }),
      emits: [blogCollectionUpdated],
      undo: restoreFields('update_blog_collection'),
      problems: ['unresolved_reference'],
      versioned: true,
      example: { ...sample, description: 'Patterns, woven' },
    }),
    delete: operation({
      summary: 'Delete a blog',
      description:
        'For good. Refused with 409 while it has posts, unless with_posts is true, which deletes them too. What was published answers 410 from then on.',
      scope: 'pages:write',
      route: { method: 'DELETE', path: '/blog/collections/:id', status: 200 },
      tools: [{ name: 'delete_blog_collection', family: 'blog', action: 'delete_collection' }],
      input: z.strictObject({ ...collectionId, with_posts: z.boolean().default(false).describe('true deletes its posts too') }),
      output: Deleted,
      no_undo: 'the blog and its addresses are deleted for good',
      emits: [blogCollectionDeleted, blogPostDeleted],
      problems: ['conflict'],
      versioned: true,
    }),
  },
});
