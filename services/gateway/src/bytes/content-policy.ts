import type { StoredContent } from '@space/contracts/uploads';
import { contentDisposition } from '../http/content-disposition.ts';
import { type Headers, headerList } from '../http/headers.ts';

/*
 * Files of users on the public origin. A file is what its uploader made it, so each answer says how little it may do: browsers show the listed
 * kinds, everything else is a download. A shown file is in a sandbox without scripts, forms and requests. PDF is the exception of the sandbox,
 * in which browsers do not show it; its viewer runs no script of the page.
 */

/** The media types that browsers show. */
const SHOWN: ReadonlySet<string> = new Set([
  ...['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/svg+xml', 'image/bmp', 'image/x-icon'],
  ...['video/mp4', 'video/webm', 'audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/wav', 'audio/webm'],
  ...['application/pdf', 'text/plain'],
]);

const NOTHING = "default-src 'none'; style-src 'unsafe-inline'";

/** Returns a file as browsers show it: a plain text has its encoding, which they take for Latin-1 otherwise. Texts of the library are UTF-8. */
export const withCharset = (content: StoredContent): StoredContent =>
  content.content_type === 'text/plain' ? { ...content, content_type: 'text/plain; charset=utf-8' } : content;

/** Returns the headers of a file on the public origin. Pages of any origin may show it. */
export function publicFileHeaders({ content_type, name }: StoredContent, isDownload: boolean): Headers {
  const media = content_type.split(';', 1)[0]!.trim().toLowerCase();
  const isShown = SHOWN.has(media) && !isDownload;
  return headerList({
    'Content-Disposition': contentDisposition(isShown ? 'inline' : 'attachment', name),
    'Content-Security-Policy': media === 'application/pdf' && isShown ? NOTHING : `${NOTHING}; sandbox`,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
    'Referrer-Policy': 'no-referrer',
  });
}

/** Returns the headers of a file for a caller with a key: always a download. */
export const privateFileHeaders = ({ name }: StoredContent): Headers =>
  headerList({
    'Cache-Control': 'private, no-cache',
    'Content-Disposition': contentDisposition('attachment', name),
    'Content-Security-Policy': `${NOTHING}; sandbox`,
  });
