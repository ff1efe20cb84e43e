import { ApiError } from '../../../api/api-error.ts';
import { attempt } from '../../../api/send.ts';

/** The header that names the version of tus. */
const TUS = ['Tus-Resumable', '1.0.0'] as const;

/** Returns the bytes that the address of an upload has. Throws ApiError. */
export async function readOffset(url: string): Promise<number> {
  const response = await attempt(url, { method: 'HEAD', headers: [[...TUS]], credentials: 'omit' });
  if (!response.ok) throw await ApiError.from(response);
  return Number(response.headers.get('upload-offset') ?? 0);
}

/**
 * Sends a file to the address of an upload, from an offset on, and reports the bytes that were sent. The whole file is a PUT, and the rest of
 * it a PATCH of tus. Rejects with ApiError, and when the signal is aborted. `fetch` reports no progress, so this is an XMLHttpRequest.
 */
export function sendBytes(url: string, file: File, offset: number, onSent: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const isWhole = offset === 0;
    request.open(isWhole ? 'PUT' : 'PATCH', url);
    request.setRequestHeader('Content-Type', isWhole ? 'application/octet-stream' : 'application/offset+octet-stream');
    if (!isWhole) {
      request.setRequestHeader(...TUS);
      request.setRequestHeader('Upload-Offset', String(offset));
    }
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => (request.status < 300 ? resolve() : void refusalOf(request).then(reject));
    request.onerror = () =>
      reject(
        new ApiError('The bytes could not be sent. Check the connection, and that the file is still there.', {
          status: 0,
          code: 'unreachable',
        }),
      );
    request.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(isWhole ? file : file.slice(offset));
  });
}

const refusalOf = ({ status, responseText }: XMLHttpRequest): Promise<ApiError> => ApiError.from(new Response(responseText, { status }));
