import type { IncomingMessage } from 'node:http';
import type { Reply } from '@space/bus';
import { Problem } from '@space/contracts/core';
import { parkRequest } from '../admission/connections.ts';
import type { ApiKey } from '../auth/api-key.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { LeaveSlot } from './call-slots.ts';
import type { Gateway } from './gateway.ts';

/** A call of a key that is about to run. */
interface PendingCall {
  readonly key: ApiKey;
  readonly context: RequestContext;
  readonly channel: 'rest' | 'mcp';
  /** True for a long poll, which waits until something happens. */
  readonly waits: boolean;
}

/**
 * Runs a call in a slot of its key. A long poll takes no slot: it ends as soon as its key is revoked or loses scopes, and its key is
 * checked again before its answer is sent (contract, A7).
 */
export function runCall(gateway: Gateway, pending: PendingCall, act: () => Promise<Reply>): Promise<Reply> {
  if (pending.waits) return waitUntilRevoked(gateway, pending, act);
  const { key, context } = pending;
  try {
    const leave = gateway.slots.take(key.caller, context.response);
    return leave instanceof Promise ? leave.then((taken) => runInSlot(taken, act)) : runInSlot(leave, act);
  } catch (error) {
    return Promise.reject(error);
  }
}

function runInSlot(leave: LeaveSlot, act: () => Promise<Reply>): Promise<Reply> {
  const reply = act();
  reply.then(leave, leave);
  return reply;
}

/**
 * Rejects with Unauthorized when the key of a request that is still running was revoked or has expired, and with `forbidden` when it
 * has lost scopes.
 */
export async function authenticateAgain(
  { authenticator }: Gateway,
  key: ApiKey,
  request: IncomingMessage,
  channel: 'rest' | 'mcp',
): Promise<void> {
  const { scopes } = await (key.client ? authenticator.accessToken(request) : authenticator[channel](request));
  if (!key.scopes.isSubsetOf(scopes)) throw new Problem('forbidden', 'The scopes of this caller were reduced during the call; call again.');
}

async function waitUntilRevoked(
  gateway: Gateway,
  { key, context: { request, response }, channel }: PendingCall,
  act: () => Promise<Reply>,
): Promise<Reply> {
  parkRequest(response);
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const unwatch = gateway.authenticator.watch(key, () => authenticateAgain(gateway, key, request, channel).catch(reject));
  try {
    const reply = await Promise.race([act(), ended]);
    // The broadcast of a revocation or change may be lost, and the key may have expired.
    await authenticateAgain(gateway, key, request, channel);
    return reply;
  } finally {
    unwatch();
  }
}
