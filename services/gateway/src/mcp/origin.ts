import type { IncomingMessage } from 'node:http';

const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/;

/**
 * Returns true if the Origin of a request is allowed, against DNS rebinding. Programs send no Origin. A browser page must have
 * our own origin, or one of this machine when the request came over its loopback interface.
 */
export function isAllowedOrigin({ headers, socket }: IncomingMessage, baseUrl: string): boolean {
  const { origin } = headers;
  if (origin === undefined || origin === new URL(baseUrl).origin) return true;
  const from = URL.parse(origin);
  return from !== null && LOOPBACK_NAME.test(from.hostname) && LOOPBACK_ADDRESS.test(socket.localAddress ?? '');
}
