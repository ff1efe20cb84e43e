import { z } from 'zod';
import { pictureAddress } from '../assets/picture-address.ts';
import { Deleted, id, line, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { contract, operation } from '../core/operation.ts';
import { cursor, includeTotal, limit, page, sortBy } from '../core/page.ts';
import { restoreFields, undoByDeleting, valuesBefore } from '../core/undo.ts';
import { addressSlug } from './address-slug.ts';
import {
  blogPostCreated,
  blogPostDeleted,
  blogPostPublished,
  blogPostPublishScheduled,
  blogPostUnpublished,
  blogPostUpdated,
} from './blog.events.ts';
import { MAX_POST_BODY_CHARACTERS, MAX_POST_TAG_CHARACTERS, MAX_TAGS_PER_POST, PREVIEW_MINUTES } from './limits.ts';
import { PreviewLink } from './preview-pages.ts';
import { formerSchedule, publishTimes, refinePublishTimes, scheduledTime } from './publish-times.ts';
import { webAddress } from './web-address.ts';

/** The state of a post (contract, G3). */
const PostStatus = z.enum(['draft', 'published']);

/** The tag of a filter, matched without regard to case. */
const FilterTag = nonEmptyLine(MAX_POST_TAG_CHARACTERS);

/** A tag of a post, and a segment of the address of its list: browsers remove the segments "." and "..". */
const PostTag = FilterTag.regex(/^(?!\s*\.{1,2}\s*$)/, 'must not be "." or "..", which an address cannot contain; use a word');

const changeable = {
  title: nonEmptyLine(300).describe('Headline of the post'),
  slug: addressSlug.describe('Last part of its address; an old one redirects to the new one'),
  body_html: z
    .string()
    .max(MAX_POST_BODY_CHARACTERS)
    .describe('The text. Stored as sent; visitors see it without HTML that could run a script, open a frame or change the style'),
  excerpt: z.string().max(2_000).nullable().describe('One paragraph for lists, feeds and previews; the first words of the text when null'),
  cover_image_url: pictureAddress.nullable().describe('Address of the picture above the post, or /a/{asset_id}/{name} of an asset'),
  author: line(200).nullable().describe('Name of the author'),
  tags: z
    .array(PostTag)
    .max(MAX_TAGS_PER_POST)
    .describe('Subjects of the post. Its page shows them, with links to the posts of each. Repeated ones are stored once, in any case'),
};

const fields = {
  ...resource,
  collection_id: z.string(),
  title: z.string(),
  slug: z.string(),
  excerpt: z.string().nullable(),
  cover_image_url: z.string().nullable(),
  author: z.string().nullable(),
  tags: z.array(z.string()),
  status: PostStatus,
  published_at: timestamp.nullable().describe('Time of its first publication; null while it is a draft'),
  publish_at: timestamp.nullable().describe('Scheduled time of publication'),
  unpublish_at: timestamp.nullable().describe('Scheduled time at which it becomes a draft again'),
  url: webAddress.describe('Its address in its blog, which works while it is published'),
  short_url: webAddress.describe('/post/{id}, which does not change with the slug'),
};

/** A post of a blog (contract, G3, G4). */
export const BlogPost = z.object({ ...fields, body_html: z.string() }).meta({ id: 'BlogPost' });

/** A post of a blog. */
export type BlogPost = z.infer<typeof BlogPost>;

/** A post without its text, as lists show it and writes answer it. */
const BlogPostSummary = z.object(fields).meta({ id: 'BlogPostSummary' });

/** A post without its text, as lists show it and writes answer it. */
export type BlogPostSummary = z.infer<typeof BlogPostSummary>;

/** The former values after an update. */
const valuesOfUpdate = valuesBefore(
  BlogPost.pick({ title: true, slug: true, body_html: true, excerpt: true, cover_image_url: true, author: true, tags: true }),
);

/** The publication state of a post before the call. */
const before = z
  .object({ status: PostStatus, publish_at: timestamp.nullable(), unpublish_at: timestamp.nullable() })
  .describe('The state before this call');

const postId = { id: id('blog post') };
const sample = { id: 'pst_01jd0000000000000000000000' };
const { title, ...rest } = changeable;

/** The posts of a Space's blogs. */
export const blogPosts = contract({
  name: 'blog_posts',
  service: 'publishing',
  tag: 'Blog',
  description: 'Posts: drafts until they are published, found at /post/{id} and /{base_slug}/{slug} of the public origin from then on.',
  operations: {
    list: operation({
      summary: 'List posts',
      description: 'Newest first, unless sort says otherwise, without their texts. By published_at a draft counts as the latest.',
      scope: 'pages:read',
      route: { method: 'GET', path: '/blog/posts', status: 200 },
      tools: [{ name: 'list_blog_posts', family: 'blog', action: 'list_posts', everyday: true }],
      input: z.strictObject({
        collection_id: id('blog collection').optional(),
        status: PostStatus.optional().describe('Only posts in this status'),
        tags: z.array(FilterTag).min(1).max(MAX_TAGS_PER_POST).optional().describe('Has all these tags, in any case'),
        sort: sortBy(['created_at', 'published_at', 'title'], '-created_at'),
        limit,
        cursor,
        include_total: includeTotal,
      }),
      output: page(BlogPostSummary),
    }),
    create: operation({
      summary: 'Create a post',
      description:
        'A draft unless status is published, which makes it live immediately. collection_id may be left out when the Space has just one blog. slug is made from the title when left out; one that is taken gets a number at its end. The answer has no body_html; read the post for it.',
      scope: 'pages:write',
      route: { method: 'POST', path: '/blog/posts', status: 201 },
      tools: [{ name: 'create_blog_post', family: 'blog', action: 'create_post' }],
      input: z.strictObject({
        collection_id: id('blog collection').optional().describe("The Space's only blog when left out"),
        title,
        ...z.strictObject(rest).partial().shape,
        status: PostStatus.default('draft').describe('published makes the post live immediately'),
      }),
      output: BlogPostSummary,
      emits: [blogPostCreated, blogPostPublished],
      undo: undoByDeleting('delete_blog_post'),
      problems: ['unresolved_reference', 'conflict', 'limit_reached'],
      example: {
        title: 'The engine weaves',
        body_html: '<p>It weaves <em>algebraical</em> patterns.</p>',
        author: 'Ada Lovelace',
        tags: ['Engines'],
      },
    }),
    get: operation({
      summary: 'Read a post',
      scope: 'pages:read',
      route: { method: 'GET', path: '/blog/posts/:id', status: 200 },
      tools: [{ name: 'get_blog_post', family: 'blog', action: 'get_post' }],
      input: z.strictObject(postId),
      output: BlogPost,
      versioned: true,
    }),
    preview: operation({
      summary: 'Get a link to see a post before it is published',
      description: `Shows the post in the layout of its blog. Everyone who has the link can open it for ${PREVIEW_MINUTES} minutes; search engines do not list it.`,
      scope: 'pages:read',
      route: { method: 'GET', path: '/blog/posts/:id/preview', status: 200 },
      tools: [{ name: 'preview_blog_post', family: 'blog', action: 'preview_post' }],
      input: z.strictObject(postId),
      output: PreviewLink,
    }),
    update: operation({
      summary: 'Change a post',
      description:
        'Only the fields given change; null clears one that may be empty. A published post changes immediately. After a change of the slug the old address redirects permanently; the slug of another post of the blog is refused. The answer has no body_html; read the post for it.',
      scope: 'pages:write',
      route: { method: 'PATCH', path: '/blog/posts/:id', status: 200 },
      tools: [{ name: 'update_blog_post', family: 'blog', action: 'update_post' }],
      input: z.strictObject({ ...postId, ...z.strictObject(changeable).partial().shape }),
      output: BlogPostSummary.extend({ before: valuesOfUpdate }),
      emits: [blogPostUpdated],
      undo: restoreFields('update_blog_post'),
      problems: ['duplicate'],
      versioned: true,
      example: { ...sample, excerpt: 'Algebraical patterns, woven.' },
    }),
    publish: operation({
      summary: 'Publish a post, take it down, or schedule either',
      description:
        'publish false returns it to draft. publish_at and, with publish false, unpublish_at schedule the change; a post can have both schedules.',
      scope: 'pages:run',
      route: { method: 'POST', path: '/blog/posts/:id/publish', status: 200 },
      tools: [{ name: 'publish_blog_post', family: 'blog', action: 'publish_post' }],
      effects: ['destructive', 'outside'],
      // It copies nothing, and returning a post to draft needs no room.
      allowed_when_full: true,
      input: refinePublishTimes(
        z.strictObject({
          ...postId,
          publish: z.boolean().default(true).describe('false returns it to draft'),
          ...publishTimes,
        }),
      ),
      output: BlogPostSummary.extend({ before }),
      emits: [blogPostPublished, blogPostUnpublished, blogPostPublishScheduled],
      undo: ({ id, ...input }, { before, status }) => {
        const call = (args: object) => ({ tool: 'publish_blog_post', arguments: { id, ...args } });
        if (scheduledTime(input) !== undefined) {
          const former = formerSchedule(input, before);
          return former ? call(former) : null;
        }
        // One call back would not restore a schedule that the publication ended.
        const hadSchedule = before.publish_at !== null || before.unpublish_at !== null;
        return hadSchedule || status === before.status ? null : call({ publish: !input.publish });
      },
      example: { ...sample, publish: true },
    }),
    delete: operation({
      summary: 'Delete a post',
      description: 'For good. Addresses where it was published answer 410 from then on.',
      scope: 'pages:write',
      route: { method: 'DELETE', path: '/blog/posts/:id', status: 200 },
      tools: [{ name: 'delete_blog_post', family: 'blog', action: 'delete_post' }],
      input: z.strictObject(postId),
      output: Deleted,
      no_undo: 'the post is deleted for good',
      emits: [blogPostDeleted],
      versioned: true,
    }),
  },
});
