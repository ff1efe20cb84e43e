import { call } from '../../api/space-client.ts';

/** Saves a text or bytes as a file of the browser. */
export function saveFile(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(url);
}

/** Downloads a file that was sent through a form. It is saved and never displayed. Rejects with ApiError. */
export async function downloadFile(space_id: string, id: string, file_id: string): Promise<void> {
  const file = (await call(space_id, 'form_files', 'download', { id, file_id })) as {
    readonly name: string;
    readonly content_base64: string;
  };
  const bytes = Uint8Array.from(atob(file.content_base64), (character) => character.charCodeAt(0));
  saveFile(file.name, bytes, 'application/octet-stream');
}
