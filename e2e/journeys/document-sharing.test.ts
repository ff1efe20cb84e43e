import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { operator } from '../profile.ts';
import { newKey, newSpace } from '../space.ts';
import { callTool } from './mcp-post.ts';

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString('base64');
const statusOf = async (url: string): Promise<number> => (await fetch(url, { redirect: 'manual' })).status;
const textOf = async (url: string): Promise<string> => (await fetch(url)).text();
const pictureIn = (page: string, base: string): string => new URL(/<img src="([^"]+)"/.exec(page)![1]!, base).href;

test('an agent that may use a folder receives a mention in a comment on a document in it and answers, and the thread is resolved', async () => {
  const { space_id, client } = await newSpace();
  const { id: agent_id } = await operator.settings.create_agent({ space_id, name: 'Scout' });
  const agent = await newKey(space_id, { agent_id });
  const tool = async (name: string, args: object = {}) =>
    (await callTool(agent.api_key, name, { ...args, verbose: true })).structuredContent as Record<string, never>;
  const folder = await client.folders.create({ name: 'Brand' });
  await operator.agents.set_can_use({ agent_id, folders: [folder.id] });
  const { subscription: feed } = await agent.client.event_subscriptions.create({
    kind: 'feed',
    name: 'Mentions',
    event_types: ['document_mentioned'],
    filters: { document_mentioned: { mentioned_ids: agent_id } },
  });
  const inside = await client.documents.create({ title: 'Launch plan', markdown: 'We launch in May.', folder_id: folder.id });
  const outside = await client.documents.create({ title: 'Salaries', markdown: 'We launch in May.' });
  const body = `When, [@Scout](space:agent/${agent_id})?`;
  await client.document_comments.create({ id: outside.id, body, quote: 'in May' });
  const comment = await client.document_comments.create({ id: inside.id, body, quote: 'in May' });
  await eventually(async () =>
    expect((await agent.client.events.list({ subscription_id: feed.id })).events.map(({ data }) => data)).toMatchObject([
      { document_id: inside.id, comment_id: comment.id, mentioned_ids: [agent_id] },
    ]),
  );
  const reply = await tool('create_document_comment', { id: inside.id, body: 'On the 4th.', parent_id: comment.id });
  expect(reply).toMatchObject({ author: { kind: 'agent', name: 'Scout' }, parent_id: comment.id });
  await client.document_comments.resolve({ id: inside.id, comment_id: comment.id });
  await client.documents.edit({ id: inside.id, edits: [{ op: 'replace_text', find: ' in May', replace: '' }] });
  expect((await client.document_comments.list({ id: inside.id, resolved: true })).data).toMatchObject([
    { id: comment.id, anchor: 'block', replies_count: 1 },
    { id: reply.id },
  ]);
});

test('a shared document shows a private picture at its own address, and both end with the link', async () => {
  const { client } = await newSpace();
  const { id: asset_id } = await client.assets.create({ name: 'logo.svg', content_base64: SVG });
  const form = await client.forms.create({ name: 'Survey', fields: [{ key: 'name', label: 'Name', type: 'text' }] });
  const table = await client.tables.create({ name: 'Deals', columns: [{ key: 'name', label: 'Name', type: 'text' }] });
  const { id: link } = await client.share_links.create({ table_id: table.id });
  const markdown = [
    `[Logo](space:asset/${asset_id})`,
    `[Ask us](space:form/${form.id})`,
    `[Open deals](space:table/${table.id}?link=${link})`,
    `[Our table](space:table/${table.id})`,
  ].join('\n\n');
  const { id } = await client.documents.create({ title: 'Launch plan', markdown });
  const shared = await client.document_share_links.create({ id });
  const answer = await fetch(shared.url);
  expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  const page = await answer.text();
  const picture = pictureIn(page, shared.url);
  expect(picture).toContain(`${shared.url}/a/${asset_id}/`);
  expect(await statusOf(picture)).toBe(200);
  expect(page).toMatch(/<a href="[^"]+\/t\/[\w-]+" rel="noopener">Open deals<\/a>/);
  expect(page).toContain('<p class="embed">Our table</p>');
  expect(page.includes(`/f/${form.id}`)).toBe(form.status === 'active');
  expect(await statusOf(`${new URL(shared.url).origin}/a/${asset_id}/logo.svg`)).toBe(404);
  await eventually(async () => expect((await client.document_share_links.get({ id, link_id: shared.id })).opened_count).toBe(1));
  await client.document_share_links.delete({ id, link_id: shared.id });
  expect([await statusOf(shared.url), await statusOf(picture)]).toEqual([404, 404]);
});

test('a published document is read by everyone with its pictures, moves with its slug, and ends when it is taken down', async () => {
  const { client } = await newSpace();
  const { id: asset_id } = await client.assets.create({ name: 'logo.svg', content_base64: SVG });
  const { id } = await client.documents.create({ title: 'Launch plan', markdown: `We launch in May.\n\n![Logo](space:asset/${asset_id})` });
  const { published: first } = await client.documents.publish({ id });
  const page = await textOf(first!.url);
  expect(page).toContain('We launch in May.');
  const picture = pictureIn(page, first!.url);
  expect(await statusOf(picture)).toBe(200);
  expect((await client.assets.used_by({ id: asset_id })).data).toMatchObject([{ kind: 'document', id, is_public: true }]);
  await client.documents.edit({ id, edits: [{ op: 'replace_text', find: 'May', replace: 'June' }] });
  expect(await textOf(first!.url)).toContain('May');
  const { published: second } = await client.documents.publish({ id, slug: `plan-${randomBytes(6).toString('hex')}` });
  await eventually(async () => expect(await statusOf(first!.url)).toBe(308));
  expect(await textOf(first!.url)).toContain('June');
  await client.documents.publish({ id, publish: false });
  await eventually(async () => expect(await statusOf(second!.url)).toBe(404));
  expect(await statusOf(picture)).toBe(404);
});
