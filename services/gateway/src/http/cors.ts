import { type Headers, headerList } from './headers.ts';

const ALLOWED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'X-Request-Id',
  'X-API-Key',
  'Traceparent',
  'Mcp-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
  'Last-Event-ID',
].join(', ');

/** Returns the headers of a CORS preflight: any origin may call, without credentials, with the usual headers and `more`. */
export const preflight = (allow: string, more: readonly string[] = []): Headers =>
  headerList({
    Allow: allow,
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers': [ALLOWED_HEADERS, ...more].join(', '),
    'Access-Control-Max-Age': '86400',
  });
