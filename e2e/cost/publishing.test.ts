import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { MAX_POST_BODY_CHARACTERS } from '@space/contracts/publishing';
import { profile } from '../profile.ts';
import { newSpace, type TestSpace } from '../space.ts';
import { operations } from '../surface/operations.ts';
import { expectWithinBudget } from './expect-budget.ts';
import { requestOf } from './worst-calls.ts';

const operationOf = (id: string) => operations.find((entry) => entry.id === id)!;

/** Publishes a post with this text and opens it; each step has a budget. Returns the status of the open page, or of the refusal. */
async function publish(space: TestSpace, body_html: string, what: string): Promise<number> {
  const made = await expectWithinBudget(
    'blog_posts.create',
    requestOf(operationOf('blog_posts.create'), space, { title: what, body_html }),
    what,
  );
  if (made.status !== 201) return made.status;
  const { id } = JSON.parse(made.text) as { id: string };
  const published = await expectWithinBudget('blog_posts.publish', requestOf(operationOf('blog_posts.publish'), space, { id }), what);
  if (published.status !== 200) return published.status;
  const { url } = JSON.parse(published.text) as { url: string };
  const opened = await expectWithinBudget('blog_pages.post', { method: 'GET', url: profile.public_url + new URL(url).pathname }, what);
  return opened.status;
}

/** Texts of posts that are expensive to parse, to sanitize or to search for words. */
const bodies: readonly (readonly [what: string, body: string])[] = [
  ['nested tags', '<b>'.repeat(160_000)],
  ['nested lists', '<ul><li>'.repeat(60_000)],
  ['nested tables', '<table><tr><td>'.repeat(30_000)],
  ['open formatting', '<p><b><i><u><a>'.repeat(30_000)],
  ['attributes', `<p ${'a="" '.repeat(90_000)}>`],
  ['styles', `<p style="${'color:red;'.repeat(45_000)}">x</p>`],
  ['one long word', 'x'.repeat(480_000)],
  ['entities', '&amp;'.repeat(95_000)],
  ['comments', '<!--'.repeat(120_000)],
  ['links', '<a href="//a">'.repeat(34_000)],
  ['spaces', `<p>${' '.repeat(480_000)}</p>`],
  ['less-than signs', '<'.repeat(480_000)],
];

test.each(bodies)('a post of %s costs little to save, to publish and to open', async (what, body) => {
  const space = await newSpace();
  await space.client.blog_collections.create({ base_slug: `news-${randomBytes(6).toString('hex')}` });
  const status = await publish(space, body.slice(0, MAX_POST_BODY_CHARACTERS), what);
  expect(status).toBeLessThan(500);
});

test('a layout that repeats the text of a post is rejected, or does not multiply the page', async () => {
  const space = await newSpace();
  const blog = await space.client.blog_collections.create({ base_slug: `news-${randomBytes(6).toString('hex')}` });
  const statuses: number[] = [];
  for (const count of [1_000, 100, 10, 1]) {
    const template_html = `<article>${'{{body}}'.repeat(count)}</article>`;
    const changed = await expectWithinBudget(
      'blog_collections.update',
      requestOf(operationOf('blog_collections.update'), space, { id: blog.id, template_html }),
    );
    statuses.push(changed.status === 200 ? await publish(space, '<p>Hello</p>'.repeat(40_000), `${count} texts`) : changed.status);
  }
  expect(statuses.at(-1)).toBe(200);
});
