import type { Problem } from '@space/contracts/core';

/** An error of JSON-RPC; `id` is that of the request, when it could be read. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly id?: string | number | null;
}

/** Returns the body of a JSON-RPC error. */
export const rpcErrorBody = ({ code, message, id = null }: RpcError): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

/** Returns the id of a request, or null. */
export function rpcIdOf(body: unknown): string | number | null {
  const id = typeof body === 'object' && body !== null ? (body as { id?: unknown }).id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** Returns the JSON-RPC code for a Problem of the whole request; JSON-RPC leaves -32000 to -32019 to servers. */
export function rpcCodeOf({ code }: Problem): number {
  if (code === 'unauthorized') return -32_001;
  if (code === 'limited') return -32_002;
  if (code === 'internal' || code === 'unavailable' || code === 'timeout') return -32_603;
  return -32_600;
}
