import { contentSecurityPolicy } from '@space/web';
import { type Headers, headerList } from '../http/headers.ts';

/**
 * Returns the headers of the document of the browser app. Only files of the console run in it, text never becomes markup (Trusted Types),
 * no page frames it, and it frames pages of the public origin only.
 */
export const shellHeaders = (consoleUrl: string, publicUrl: string): Headers => [
  ...documentHeaders(consoleUrl),
  ...headerList({
    'Content-Security-Policy': contentSecurityPolicy({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': "'self'",
      'connect-src': "'self'",
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
