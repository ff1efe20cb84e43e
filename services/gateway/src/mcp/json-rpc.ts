import type { Problem } from '@space/contracts/core';

/** An error of the protocol; `id` is that of the request when it could be read. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly id?: string | number | null;
}

/** The body of a JSON-RPC error. */
export const rpcErrorBody = ({ code, message, id = null }: RpcError): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

/** The id of a request, null when it has none that can be answered. */
export function rpcIdOf(body: unknown): string | number | null {
  const id = typeof body === 'object' && body !== null ? (body as { id?: unknown }).id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** The JSON-RPC code of a refusal of the whole request; -32000 to -32019 are ours to give. */
export function rpcCodeOf({ code }: Problem): number {
  if (code === 'unauthorized') return -32_001;
  if (code === 'limited') return -32_002;
  if (code === 'internal' || code === 'unavailable' || code === 'timeout') return -32_603;
  return -32_600;
}
