import { Problem } from '@space/contracts/core';
import type { Change } from '@space/contracts/events';
import type { Request, Response } from 'express';
import { endRequest, parkRequest } from '../admission/connections.ts';
import { type ApiKey, Unauthorized } from '../auth/api-key.ts';
import { disconnected } from '../call/call-slots.ts';
import type { Gateway } from '../call/gateway.ts';
import { type Headers, PRIVATE } from '../http/headers.ts';
import { finishRequest, type RequestContext, requestContextOf, routeLabels } from '../http/request-context.ts';
import { responseHeaders } from '../http/respond.ts';
import type { LiveStreams } from '../live/live-streams.ts';
import type { ConsoleAuthenticator } from './console-authenticator.ts';

const LIVE_PATH = /^\/spaces\/([^/?]{1,64})\/live(?:\?|$)/;

/** Returns the Space of a request for live updates; undefined for any other path. */
export const spaceOfLivePath = (url: string): string | undefined => LIVE_PATH.exec(url)?.[1];

const labels = routeLabels('/spaces/{space_id}/live');

const ME: Change = { topic: 'me' };

const hasSessionEnded = (error: unknown): boolean => error instanceof Unauthorized;

/** No proxy holds the parts of a stream back. */
const HEADERS: Headers = [...PRIVATE, 'Content-Type', 'text/event-stream; charset=utf-8', 'X-Accel-Buffering', 'no'];

/**
 * Returns the handler of live updates. A stream ends when the session, the membership or the role of its person ends or changes: the
 * broadcast ends it immediately, and each heartbeat looks again. A changed person gets the topic `me` first, unless the cookie of the
 * stream no longer works.
 */
export function liveRoute(
  { dispatcher, respondProblem, ports: { log } }: Gateway,
  authenticator: ConsoleAuthenticator,
  streams: LiveStreams,
) {
  return async function openLive(request: Request, response: Response, space_id: string): Promise<void> {
    const context = requestContextOf(response);
    context.route = labels(request.method);
    try {
      if (request.method !== 'GET')
        return respondProblem(context, new Problem('method_not_allowed', 'Live updates can only be read.'), ['Allow', 'GET']);
      const key = await authenticator.callIn(request, space_id);
      context.caller = key.caller;
      await dispatcher.admit?.(context, key);
      streams.assertRoom(key);
      stream(context, key);
    } catch (error) {
      respondProblem(context, error);
    }
  };

  function stream(context: RequestContext, key: ApiKey): void {
    const { request, response } = context;
    // A client that left while its session was looked up has closed the response already, and no event will end its stream.
    if (response.destroyed) throw disconnected();
    response.writeHead(200, responseHeaders(context, HEADERS));
    // A stream is no request in progress: it waits for something to happen.
    parkRequest(response);
    finishRequest(log, context, 200);
    let looks = 0;
    const live = streams.open(key, response, () => void endUnlessValid());
    const unwatch = authenticator.watch(key, function onChanged() {
      live.hold();
      live.send([ME]);
      void endUnlessValid();
    });
    response.once('close', function leave() {
      unwatch();
      live.end();
      endRequest(response);
    });
    // The person may have changed between the look-up of the session and the watch.
    void endUnlessValid();

    /** Ends the stream unless a new one would be the same. The last of several looks decides, since it sees the latest change. */
    async function endUnlessValid(): Promise<void> {
      looks += 1;
      const now = await authenticator.callIn(request, key.caller.space_id, true).catch(hasSessionEnded);
      looks -= 1;
      // The browser may receive the new cookie of its session in this moment: it opens a new stream with it, or is refused.
      if (now === true) live.end();
      else if (!now || now.scope_set !== key.scope_set || now.caller.person?.role !== key.caller.person?.role) live.end([ME]);
      else if (looks === 0) live.release();
    }
  }
}
