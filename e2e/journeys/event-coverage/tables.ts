import type { Client } from '@space/client';

/** Triggers every event of tables, columns, rows, views and snapshots. */
export async function triggerTableEvents(client: Client): Promise<void> {
  const { tables, columns, rows, row_comments, views, share_links, snapshots } = client;
  const table = await tables.create({ name: 'Deals', columns: [{ key: 'name', label: 'Name', type: 'text' }] });
  const about = { table_id: table.id };
  await tables.update({ ...about, description: 'What we sell' });
  const column = await columns.create({ ...about, key: 'amount', label: 'Amount', type: 'number' });
  await columns.update({ ...about, column_id: column.id, label: 'Price' });
  const row = await rows.create({ ...about, data: { name: 'Engine' } });
  await rows.update({ ...about, row_id: row.id, data: { name: 'Mill' } });
  const comment = await row_comments.create({ ...about, row_id: row.id, body: 'They called back.' });
  await row_comments.delete({ ...about, row_id: row.id, comment_id: comment.id });
  const snapshot = await snapshots.create({ ...about, label: 'Before' });
  await rows.delete({ ...about, row_id: row.id });
  await snapshots.restore({ ...about, snapshot_id: snapshot.id });
  await snapshots.delete({ ...about, snapshot_id: snapshot.id });
  await rows.import({ ...about, csv: 'name\r\nLoom\r\n' });
  const view = await views.create({ ...about, name: 'All of them' });
  await views.update({ ...about, view_id: view.id, name: 'Everything' });
  const link = await share_links.create({ ...about, view_id: view.id });
  await share_links.update({ ...about, link_id: link.id, name: 'For our partners' });
  await share_links.delete({ ...about, link_id: link.id });
  await views.delete({ ...about, view_id: view.id });
  await columns.delete({ ...about, column_id: column.id, force: true });
  await tables.delete({ ...about, hard: true });
}
