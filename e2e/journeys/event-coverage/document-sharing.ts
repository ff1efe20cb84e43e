import type { Client } from '@space/client';

/** Triggers every event of comments, share links and publications of documents. */
export async function triggerDocumentSharingEvents({
  contacts,
  documents,
  document_comments,
  document_share_links,
}: Client): Promise<void> {
  const { id: contact } = await contacts.create({ name: 'Grace Hopper', email: 'grace.sharing@example.com' });
  const { id } = await documents.create({ title: 'Shared events', markdown: 'One.' });
  const { id: comment_id } = await document_comments.create({ id, body: `[@Grace](space:contact/${contact})`, quote: 'One' });
  await document_comments.resolve({ id, comment_id });
  await document_comments.delete({ id, comment_id });
  const { id: link_id } = await document_share_links.create({ id });
  await document_share_links.update({ id, link_id, name: 'Partners' });
  await document_share_links.delete({ id, link_id });
  await documents.publish({ id });
  await documents.publish({ id, publish: false });
}
