import type { Client } from '@space/client';

/** Triggers every event of blogs and their posts. */
export async function triggerBlogEvents({ blog_collections, blog_posts }: Client): Promise<void> {
  const blog = await blog_collections.create({ base_slug: 'events', title: 'Events' });
  await blog_collections.update({ id: blog.id, description: 'What happens' });
  const { id } = await blog_posts.create({ title: 'The engine weaves', body_html: '<p>It does.</p>', author: 'Ada', excerpt: 'It does.' });
  await blog_posts.update({ id, excerpt: 'It does so.' });
  await blog_posts.publish({ id, publish_at: new Date(Date.now() + 3_600_000).toISOString() });
  await blog_posts.publish({ id });
  await blog_posts.publish({ id, publish: false });
  await blog_posts.delete({ id });
  await blog_collections.delete({ id: blog.id });
}
