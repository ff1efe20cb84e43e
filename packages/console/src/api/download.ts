import { fillPath, queryString, withoutPath } from './request-url.ts';
import { type Arguments, request } from './send.ts';

/** The media types of files, before the JSON of one page. */
const ACCEPT = 'text/csv, text/calendar, application/octet-stream, application/json;q=0.1';

/** Reads the file of an operation and hands it to the browser, which saves it. Throws ApiError when it is refused. */
export async function downloadFile(space_id: string, path: string, args: Arguments, name: string): Promise<void> {
  const url = `/spaces/${space_id}/v1${fillPath(path, args)}${queryString(withoutPath(path, args))}`;
  const response = await request(url, { headers: { accept: ACCEPT } });
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  saveFile(await response.blob(), named ?? name);
}

/** Hands a file to the browser, which saves it under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
