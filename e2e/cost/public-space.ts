import { randomBytes } from 'node:crypto';
import { eventually } from '@space/runtime/testing';
import { profile } from '../profile.ts';
import { newSpace, type TestSpace } from '../space.ts';

/** A Space with one page of every kind on the public origin. */
export interface PublicSpace extends TestSpace {
  /** The parameters of each public path that exist; a path without an entry uses ids that do not exist. */
  readonly parameters: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Creates a Space with a form, a booking page, a site, a standalone page, a blog, a shared view, a document and a whiteboard. */
export async function newPublicSpace(): Promise<PublicSpace> {
  const space = await newSpace();
  const { client } = space;
  const name = randomBytes(6).toString('hex');
  const form = await client.forms.create({
    name: 'Sign up',
    fields: [
      { key: 'email', label: 'Email', type: 'email', required: true },
      { key: 'cv', label: 'CV', type: 'file' },
    ],
  });
  const booking = await client.booking_pages.create({ name: 'Intro call', form_id: form.id });
  const site = await client.sites.create({ title: `Site ${name}` });
  const page = await client.pages.create({ title: 'Home', layout_html: '<p>Hello</p>', site_id: site.id });
  const published = await client.pages.publish({ id: page.id });
  const alone = await client.pages.create({ title: `Page ${name}`, layout_html: '<p>Hello</p>', standalone: true });
  const standalone = await client.pages.publish({ id: alone.id });
  const base_slug = `news-${name}`;
  await client.blog_collections.create({ base_slug });
  const draft = await client.blog_posts.create({ title: 'First', body_html: '<p>Hello</p>', tags: ['News'] });
  const post = await client.blog_posts.publish({ id: draft.id });
  const table = await client.tables.create({ name: 'Deals', columns: [{ key: 'name', label: 'Name', type: 'text' }] });
  const link = await client.share_links.create({ table_id: table.id });
  const document = await client.documents.create({ title: `Plan ${name}`, markdown: 'Hello' });
  const { published: shown } = await client.documents.publish({ id: document.id });
  const shared = await client.document_share_links.create({ id: document.id });
  const whiteboard = await client.whiteboards.create({ title: `Flow ${name}` });
  const drawn = await client.whiteboard_share_links.create({ id: whiteboard.id });
  const lastSegment = (url: string): string => new URL(url).pathname.split('/').at(-1)!;
  const site_slug = new URL(site.url).pathname.split('/')[2]!;
  const parameters = {
    '/f/:form_id': { form_id: form.id },
    '/book/:id': { id: booking.id },
    '/p/:slug': { slug: lastSegment(standalone.url!) },
    '/s/:site_slug/': { site_slug },
    '/s/:site_slug': { site_slug },
    '/s/:site_slug/:slug': { site_slug, slug: lastSegment(published.url!) },
    '/s/:site_slug/-/pages': { site_slug },
    '/s/:site_slug/sitemap.xml': { site_slug },
    '/post/:id': { id: post.id },
    '/:base_slug': { base_slug },
    '/:base_slug/page/:number': { base_slug, number: '2' },
    '/:base_slug/tag/:tag': { base_slug, tag: 'news' },
    '/:base_slug/tag/:tag/page/:number': { base_slug, tag: 'news', number: '2' },
    '/:base_slug/feed.xml': { base_slug },
    '/:base_slug/atom.xml': { base_slug },
    '/:base_slug/feed.json': { base_slug },
    '/:base_slug/sitemap.xml': { base_slug },
    '/:base_slug/:slug': { base_slug, slug: lastSegment(post.url) },
    '/t/:token': { token: lastSegment(link.url) },
    '/d/:token': { token: lastSegment(shared.url) },
    '/w/:token': { token: lastSegment(drawn.url) },
    '/doc/:slug': { slug: lastSegment(shown!.url) },
  };
  await eventually(async () => {
    if ((await fetch(`${profile.public_url}/${base_slug}`)).status !== 200) throw new Error('The blog is not served yet.');
  });
  return { ...space, parameters };
}
