import { LIVE_PATH } from '@space/contracts/live';
import { uploadDoor } from '@space/contracts/uploads';
import { contentSecurityPolicy } from '@space/web';
import { type Headers, headerList } from '../http/headers.ts';

/** The path of every address that takes bytes, on the origin of the API. */
const UPLOADS_PATH = `/v1${uploadDoor.path.slice(0, uploadDoor.path.indexOf(':'))}`;

/** The addresses of the other origins that the browser app uses. */
export interface ShellAddresses {
  readonly consoleUrl: string;
  readonly publicUrl: string;
  /** The address of the API, without the version and without a slash at its end. */
  readonly apiUrl: string;
}

/**
 * Returns the headers of the document of the browser app. Only files of the console run in it, text never becomes markup (Trusted Types),
 * and no page frames it. It frames pages of the public origin only. Its other requests are bytes of uploads and live connections, to the API.
 */
export const shellHeaders = ({ consoleUrl, publicUrl, apiUrl }: ShellAddresses): Headers => [
  ...documentHeaders(consoleUrl),
  ...headerList({
    'Content-Security-Policy': contentSecurityPolicy({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': "'self'",
      'connect-src': ["'self'", new URL(`${apiUrl}${UPLOADS_PATH}`).href, new URL(`${apiUrl}${LIVE_PATH}`).href.replace(/^http/, 'ws')],
      'worker-src': "'self'",
      'frame-src': new URL(publicUrl).origin,
      'form-action': "'self'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    }),
  }),
];

/** Returns the headers of every document of the console: it is isolated from other windows, and its address goes to no other site. */
export const documentHeaders = (consoleUrl: string): Headers =>
  headerList({
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'clipboard-write=(self), publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), microphone=(), geolocation=()',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    ...(new URL(consoleUrl).protocol === 'https:' ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  });
