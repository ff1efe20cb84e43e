import type { Client } from '@space/client';

/** Triggers every event of whiteboards. */
export async function triggerWhiteboardEvents({ whiteboards, whiteboard_elements, whiteboard_versions }: Client): Promise<void> {
  const { id } = await whiteboards.create({ title: 'Events' });
  await whiteboard_elements.create({ id, elements: [{ type: 'sticky', text: 'One' }] });
  await whiteboards.update({ id, folder_path: 'Events' });
  await whiteboard_versions.create({ id, label: 'First' });
  await whiteboards.delete({ id });
  await whiteboards.restore({ id });
  await whiteboards.delete({ id, permanent: true });
}

/** Triggers every event of comments and share links of whiteboards. */
export async function triggerWhiteboardSharingEvents({
  contacts,
  whiteboards,
  whiteboard_comments,
  whiteboard_share_links,
}: Client): Promise<void> {
  const { id: contact } = await contacts.create({ name: 'Grace Hopper', email: 'grace.whiteboards@example.com' });
  const { id } = await whiteboards.create({ title: 'Shared events' });
  const { id: comment_id } = await whiteboard_comments.create({ id, body: `[@Grace](space:contact/${contact})` });
  await whiteboard_comments.resolve({ id, comment_id });
  await whiteboard_comments.delete({ id, comment_id });
  const { id: link_id } = await whiteboard_share_links.create({ id });
  await whiteboard_share_links.update({ id, link_id, name: 'Partners' });
  await whiteboard_share_links.delete({ id, link_id });
}
