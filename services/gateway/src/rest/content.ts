import type { Problem } from '@space/contracts/core';
import { StoredContent } from '@space/contracts/uploads';
import { objectsOf } from '@space/runtime';
import { endRequest } from '../admission/connections.ts';
import type { ApiKey } from '../auth/api-key.ts';
import { privateFileHeaders } from '../bytes/content-policy.ts';
import { createVariants } from '../bytes/picture-variants.ts';
import { openContent, rangeProblemHeaders, sendContent } from '../bytes/send-content.ts';
import type { Gateway } from '../call/gateway.ts';
import { authenticateAgain } from '../call/run-call.ts';
import type { Headers } from '../http/headers.ts';
import { toProblem } from '../http/problem-response.ts';
import { finishRequest, type RequestContext } from '../http/request-context.ts';
import { responseHeaders } from '../http/respond.ts';

/** Sends the bytes of an operation with `content`, whose answer says where they are. */
export type SendStored = (context: RequestContext, key: ApiKey, body: Uint8Array) => Promise<void>;

/** Creates the sender of stored bytes. A key that is revoked while it reads gets no further byte (contract, A7). */
export function createStoredSender(gateway: Gateway): SendStored {
  const { ports, authenticator, respondProblem } = gateway;
  const openVariant = createVariants(ports);

  async function send(context: RequestContext, key: ApiKey, found: StoredContent): Promise<void> {
    const { request, response } = context;
    const call = { caller: key.caller, request_id: context.request_id, trace: context.trace.carrier };
    const { content, headers } = await openVariant(call, found, found.asked, request.headers.accept);
    const answer = await openContent(objectsOf(ports), request, content, [...privateFileHeaders(content), ...headers]);
    const unwatch = authenticator.watch(key, () => void authenticateAgain(gateway, key, request, 'rest').catch(() => response.destroy()));
    try {
      await sendContent(response, answer, responseHeaders(context, answer.headers), ports.log);
    } finally {
      unwatch();
    }
    endRequest(response);
    finishRequest(ports.log, context, answer.status);
  }

  return async function sendStored(context, key, body) {
    try {
      await send(context, key, StoredContent.parse(JSON.parse(Buffer.from(body).toString())));
    } catch (error) {
      const problem: Problem = toProblem(error, context, ports.log);
      const more: Headers = rangeProblemHeaders(problem);
      respondProblem(context, problem, more);
    }
  };
}
