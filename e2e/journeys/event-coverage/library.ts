import type { Client } from '@space/client';

const HELLO = 'SGVsbG8=';

/** Triggers every event of folders and assets. */
export async function triggerLibraryEvents({ folders, assets, asset_uploads }: Client): Promise<void> {
  const folder = await folders.create({ name: 'Brand' });
  await folders.update({ id: folder.id, name: 'New brand' });
  const asset = await assets.create({ name: 'hello.txt', content_base64: HELLO, folder_id: folder.id, alt_text: 'A greeting' });
  await assets.update({ id: asset.id, alt_text: 'Greeting' });
  await assets.replace({ id: asset.id, content_base64: 'SGkh' });
  await assets.publish({ id: asset.id });
  await assets.publish({ id: asset.id, publish: false });
  await folders.delete({ id: folder.id, contents: 'trash' });
  await folders.restore({ id: folder.id });
  const { upload_url } = await asset_uploads.create({ name: 'hello.txt', size: 5, sha256: '0'.repeat(64), folder_id: folder.id });
  const sent = await fetch(upload_url, { method: 'PUT', body: 'Hello' });
  if (!sent.ok) throw new Error(`the upload answers ${sent.status}: ${await sent.text()}`);
}
