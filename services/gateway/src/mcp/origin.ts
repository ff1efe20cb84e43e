import type { IncomingMessage } from 'node:http';

const LOOPBACK_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const LOOPBACK_ADDRESS = /^(?:::ffff:)?127\.|^::1$/;

/**
 * Whether a request may come from where it says it comes from. Programs send no Origin; a browser page must be of our
 * own origin, or of this machine when the request came over its loopback interface (MCP, DNS rebinding).
 */
export function isAllowedOrigin({ headers, socket }: IncomingMessage, baseUrl: string): boolean {
  const { origin } = headers;
  if (origin === undefined || origin === new URL(baseUrl).origin) return true;
  const from = URL.parse(origin);
  return from !== null && LOOPBACK_NAME.test(from.hostname) && LOOPBACK_ADDRESS.test(socket.localAddress ?? '');
}
