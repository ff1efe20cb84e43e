import { expect, test } from '@jest/globals';
import { eventually } from '@space/runtime/testing';
import { PNG } from 'pngjs';
import { operator } from '../profile.ts';
import { newKey, newSpace } from '../space.ts';
import { callTool } from './mcp-post.ts';

const NODES = [
  { ref: 'start', label: 'Visitor', shape: 'ellipse' },
  { ref: 'form', label: 'Fills in the form' },
  { ref: 'done', label: 'Customer' },
];
const EDGES = [
  { from: 'start', to: 'form', label: 'clicks' },
  { from: 'form', to: 'done' },
];

/** An element of a file of Excalidraw with the fields that its own editor writes. */
const drawn = (id: string, type: string, at: number, more: object = {}) => ({
  id,
  type,
  x: at,
  y: 40,
  width: 160,
  height: 80,
  angle: 0,
  strokeColor: '#1e1e1e',
  backgroundColor: '#ffec99',
  fillStyle: 'solid',
  strokeWidth: 2,
  strokeStyle: 'solid',
  roughness: 1,
  opacity: 100,
  groupIds: [],
  frameId: null,
  seed: 7,
  version: 1,
  versionNonce: 1,
  isDeleted: false,
  boundElements: null,
  link: null,
  locked: false,
  ...more,
});

const DRAWING = {
  type: 'excalidraw',
  version: 2,
  source: 'https://excalidraw.com',
  elements: [drawn('a', 'rectangle', 0), drawn('b', 'diamond', 400), drawn('c', 'hologram', 800)],
  appState: {},
  files: {},
};

/** The fields of an element of Excalidraw that a whiteboard has, too. */
const known = ({ type, x, y, width, height, strokeColor, backgroundColor, fillStyle, strokeWidth }: Record<string, unknown>) => ({
  type,
  x,
  y,
  width,
  height,
  strokeColor,
  backgroundColor,
  fillStyle,
  strokeWidth,
});

test('an agent draws a diagram and sees it, a person changes it, both changes stay, and one is taken back', async () => {
  const { space_id, client } = await newSpace();
  const { id: agent_id } = await operator.settings.create_agent({ space_id, name: 'Scout' });
  const agent = await newKey(space_id, { agent_id });
  const tool = async (name: string, args: object = {}) =>
    (await callTool(agent.api_key, name, { ...args, verbose: true })).structuredContent as Record<string, never>;
  const { subscription: feed } = await client.event_subscriptions.create({
    kind: 'feed',
    name: 'Boards',
    event_types: ['whiteboard_created', 'whiteboard_updated', 'whiteboard_moved', 'whiteboard_deleted'],
  });

  const made = await tool('create_whiteboard', { title: 'Sign-up flow', folder_path: 'Brand/Boards' });
  expect(made).toMatchObject({ version: 1, folder_path: 'Brand/Boards', elements_count: 0, created_by: { kind: 'agent', name: 'Scout' } });
  const id = String(made.id);
  const diagram = (await tool('create_whiteboard_diagram', { id, title: 'Sign-up', nodes: NODES, edges: EDGES })) as unknown as {
    version: number;
    elements: { id: string; ref?: string; type: string }[];
  };
  expect(diagram.elements.filter(({ type }) => type === 'connector')).toHaveLength(2);
  const form = diagram.elements.find(({ ref }) => ref === 'form')!.id;

  const { content } = await callTool(agent.api_key, 'export_whiteboard', { id });
  const image = content.find(({ type }: { type: string }) => type === 'image');
  expect(image).toMatchObject({ mimeType: 'image/png' });
  const { width, height } = PNG.sync.read(Buffer.from(image.data, 'base64'));
  expect(Math.min(width, height)).toBeGreaterThan(100);

  const painted = await client.whiteboard_elements.update_bulk({
    id,
    elements: [{ element_id: form, style: { fill_color: '#d3f9d8' } }],
  });
  await tool('update_whiteboard_elements', { id, elements: [{ element_id: form, text: 'Fills in two fields', style: { font_size: 24 } }] });
  const read = async () => (await client.whiteboard_elements.list({ id, ids: form })).data[0]!;
  expect(await read()).toMatchObject({ text: 'Fills in two fields', style: { fill_color: '#d3f9d8', font_size: 24 } });
  await tool('revert_whiteboard', { id, version: painted.version });
  expect(await read()).toMatchObject({ text: 'Fills in two fields', style: { font_size: 24 } });
  expect((await read()).style.fill_color).not.toBe('#d3f9d8');
  const { updated } = await client.whiteboard_versions.diff({ id, from_version: diagram.version });
  expect(updated).toMatchObject([{ before: { text: 'Fills in the form' }, after: { text: 'Fills in two fields' } }]);

  expect((await client.search.find({ q: 'sign-up' })).data).toContainEqual(
    expect.objectContaining({ kind: 'whiteboard', id, detail: 'Brand/Boards' }),
  );
  await client.whiteboards.update({ id, folder_id: null });
  await client.whiteboards.delete({ id });
  await eventually(async () =>
    expect((await client.events.list({ subscription_id: feed.id })).events.map(({ type }) => type)).toEqual([
      'whiteboard_created',
      ...Array(4).fill('whiteboard_updated'),
      'whiteboard_moved',
      'whiteboard_deleted',
    ]),
  );
});

test('a file of Excalidraw comes in, what a whiteboard lacks is named, and the file that goes out has the same elements', async () => {
  const { client } = await newSpace();
  const { id } = await client.whiteboards.create({ title: 'Drawing' });
  const imported = await client.whiteboards.import({ id, format: 'excalidraw', content: DRAWING });
  expect(imported).toMatchObject({ added: 2, removed: 0, warnings: [expect.stringContaining('hologram')] });
  const { content } = await client.whiteboards.export({ id, format: 'excalidraw' });
  const file = JSON.parse(content);
  expect(file).toMatchObject({ type: 'excalidraw', version: 2 });
  expect(file.elements.map(known)).toEqual(DRAWING.elements.slice(0, 2).map(known));
  const { id: copy } = await client.whiteboards.create({ title: 'Copy' });
  await client.whiteboards.import({ id: copy, format: 'excalidraw', content: file });
  const again = JSON.parse((await client.whiteboards.export({ id: copy, format: 'excalidraw' })).content);
  expect(again.elements.map(known)).toEqual(file.elements.map(known));
});

test('a shared whiteboard shows a private picture without a script, and page and pictures end with the link', async () => {
  const { client } = await newSpace();
  const png = PNG.sync.write(new PNG({ width: 40, height: 30 })).toString('base64');
  const { id: asset_id } = await client.assets.create({ name: 'logo.png', content_base64: png });
  const { id } = await client.whiteboards.create({ title: 'Sign-up flow' });
  await client.whiteboard_elements.create({
    id,
    elements: [
      { type: 'sticky', text: 'Ask for the address' },
      { type: 'image', asset_id, width: 200, height: 150 },
    ],
  });
  await eventually(async () =>
    expect((await client.assets.used_by({ id: asset_id })).data).toMatchObject([{ kind: 'whiteboard', id, is_public: false }]),
  );
  const link = await client.whiteboard_share_links.create({ id });
  const answer = await fetch(link.url);
  expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  const page = await answer.text();
  expect(page).toContain('Sign-up flow');
  expect(page).not.toContain('<script');
  const typeOf = async (ending: string) => {
    const { status, headers } = await fetch(`${link.url}.${ending}`);
    return `${status} ${headers.get('content-type')?.split(';')[0]}`;
  };
  expect([await typeOf('svg'), await typeOf('png')]).toEqual(['200 image/svg+xml', '200 image/png']);
  await client.whiteboard_share_links.delete({ id, link_id: link.id });
  for (const url of [link.url, `${link.url}.svg`, `${link.url}.png`]) expect((await fetch(url)).status).toBe(404);
});

test('an agent that may use a folder receives events of a whiteboard in it, answers a comment, and of one in no folder always', async () => {
  const { space_id, client } = await newSpace();
  const { id: agent_id } = await operator.settings.create_agent({ space_id, name: 'Scout' });
  const agent = await newKey(space_id, { agent_id });
  const [mine, other] = [await client.folders.create({ name: 'Brand' }), await client.folders.create({ name: 'Salaries' })];
  await operator.agents.set_can_use({ agent_id, folders: [mine.id] });
  const { subscription: feed } = await agent.client.event_subscriptions.create({
    kind: 'feed',
    name: 'Comments',
    event_types: ['whiteboard_commented'],
  });
  const board = async (title: string, folder_id: string | null) => (await client.whiteboards.create({ title, folder_id })).id;
  const [inside, outside, alone] = [await board('Flow', mine.id), await board('Plan', other.id), await board('Notes', null)];
  const body = 'Is this step needed?';
  for (const id of [outside, inside, alone]) await client.whiteboard_comments.create({ id, body });
  const received = async () => (await agent.client.events.list({ subscription_id: feed.id })).events.map(({ data }) => data.whiteboard_id);
  await eventually(async () => expect(await received()).toEqual([inside, alone]));
  const { data: threads } = await agent.client.whiteboard_comments.list({ id: inside });
  const reply = await agent.client.whiteboard_comments.create({ id: inside, body: 'It is.', parent_id: threads[0]!.id });
  expect(reply).toMatchObject({ author: { kind: 'agent', name: 'Scout' }, parent_id: threads[0]!.id });

  const writer = await newKey(space_id, { scopes: ['documents:write', 'documents:read'] });
  await expect(writer.client.folders.delete({ id: other.id, contents: 'trash' })).rejects.toMatchObject({
    status: 403,
    problem: { missing_scope: 'whiteboards:write' },
  });
  await client.folders.delete({ id: other.id, contents: 'trash' });
  expect((await client.whiteboards.get({ id: outside })).trashed_at).not.toBeNull();
  await client.folders.restore({ id: other.id });
  expect(await client.whiteboards.get({ id: outside })).toMatchObject({ trashed_at: null, folder_id: other.id });
  expect(await client.folders.get({ id: other.id })).toMatchObject({ whiteboards: 1 });
});
