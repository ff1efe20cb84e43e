import { saveFile } from '../../api/download.ts';
import { call } from '../../api/space-client.ts';

/** Downloads a file that was sent through a form. It is saved and never displayed. Rejects with ApiError. */
export async function downloadFormFile(space_id: string, id: string, file_id: string): Promise<void> {
  const file = (await call(space_id, 'form_files', 'download', { id, file_id })) as {
    readonly name: string;
    readonly content_base64: string;
  };
  const bytes = Uint8Array.from(atob(file.content_base64), (character) => character.charCodeAt(0));
  saveFile(new Blob([bytes], { type: 'application/octet-stream' }), file.name);
}
