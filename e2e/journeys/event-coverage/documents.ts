import type { Client } from '@space/client';

/** Triggers every event of documents. */
export async function triggerDocumentEvents({ contacts, documents, document_versions }: Client): Promise<void> {
  const { id: contact } = await contacts.create({ name: 'Grace Hopper', email: 'grace.documents@example.com' });
  const { id } = await documents.create({ title: 'Events', markdown: 'One.' });
  await documents.edit({ id, edits: [{ op: 'append', markdown: `Ask [@Grace](space:contact/${contact}).` }] });
  await documents.update({ id, folder_path: 'Events' });
  await document_versions.create({ id, label: 'First' });
  await documents.delete({ id });
  await documents.restore({ id });
  await documents.delete({ id, permanent: true });
}
