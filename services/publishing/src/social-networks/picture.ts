import { NetworkError, type Picture } from './network.ts';
import type { NetworkClient } from './network-client.ts';

/** The media types of pictures and their first bytes; the Content-Type of the server is ignored. */
const signatures: readonly (readonly [string, (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/gif', (bytes) => /^GIF8[79]a$/.test(bytes.subarray(0, 6).toString('latin1'))],
  ['image/webp', (bytes) => bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP'],
];

/** Downloads a picture. Throws NetworkError `media_unusable` for a file that is not a picture or is too large. */
export async function fetchPicture(
  client: NetworkClient,
  { url, alt_text }: { url: string; alt_text: string },
  maxBytes: number,
): Promise<Picture> {
  const unusable = (reason: string) => new NetworkError('media_unusable', `The picture ${url.slice(0, 200)} ${reason}.`);
  const response = await client.send({ url, maxBytes: maxBytes + 1, headers: { accept: 'image/*' } }).catch((error: unknown) => {
    if (error instanceof NetworkError && error.kind === 'rejected') throw unusable(`is larger than ${maxBytes} bytes`);
    throw error;
  });
  if (response.status >= 500 || response.status === 429)
    throw new NetworkError('unreachable', `The picture ${url.slice(0, 200)} cannot be fetched: its server answered ${response.status}.`, {
      isTransient: true,
    });
  if (response.status !== 200) throw unusable(`cannot be fetched: its server answered ${response.status}`);
  if (response.bytes.length > maxBytes) throw unusable(`is larger than ${maxBytes} bytes`);
  return pictureOf(response.bytes, alt_text, `The picture ${url.slice(0, 200)}`);
}

/** Returns the picture with these bytes. Throws NetworkError `media_unusable` for bytes of another kind; `subject` begins its sentence. */
export function pictureOf(bytes: Buffer, alt_text: string, subject: string): Picture {
  const type = signatures.find(([, matches]) => matches(bytes))?.[0];
  if (type === undefined) throw new NetworkError('media_unusable', `${subject} is not a PNG, JPEG, GIF or WebP picture.`);
  return { bytes, type, alt_text };
}
