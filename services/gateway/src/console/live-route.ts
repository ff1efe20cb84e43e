import { Problem } from '@space/contracts/core';
import type { Request, Response } from 'express';
import { endRequest, parkRequest } from '../admission/connections.ts';
import type { ApiKey } from '../auth/api-key.ts';
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

/** No proxy holds the parts of a stream back. */
const HEADERS: Headers = [...PRIVATE, 'Content-Type', 'text/event-stream; charset=utf-8', 'X-Accel-Buffering', 'no'];

/**
 * Returns the handler of live updates. A stream ends when the session, the membership or the role of its person ends or changes: the
 * broadcast ends it immediately, and each heartbeat looks again. A changed person gets the topic `me` first.
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
    if (response.destroyed) return void endRequest(response);
    response.writeHead(200, responseHeaders(context, HEADERS));
    // A stream is no request in progress: it waits for something to happen.
    parkRequest(response);
    finishRequest(log, context, 200);
    let looks = 0;
    const live = streams.open(key, response, () => void endUnlessValid());
    const unwatch = authenticator.watch(key, function onChanged() {
      live.send([{ topic: 'me' }]);
      live.hold();
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
      const now = await authenticator.callIn(request, key.caller.space_id, true).catch(() => undefined);
      looks -= 1;
      if (now?.scope_set !== key.scope_set || now.caller.person?.role !== key.caller.person?.role) live.end();
      else if (looks === 0) live.release();
    }
  }
}
