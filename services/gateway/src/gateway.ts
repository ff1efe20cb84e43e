import type { Ports } from '@space/runtime';
import type { Authenticate } from './authenticate.ts';
import { bodyReader } from './body.ts';
import { type Calls, calls } from './call.ts';
import { type Download, downloader } from './download.ts';
import { problemResponder, type RespondProblem } from './problem-response.ts';
import { rateLimit } from './rate-limit.ts';
import { type Respond, responder } from './respond.ts';

/** What every surface of the gateway is made of. */
export interface Gateway {
  readonly ports: Ports;
  /** Where clients reach this server, without the version and without a slash at the end. */
  readonly baseUrl: string;
  readonly authenticate: Authenticate;
  readonly calls: Calls;
  readonly respond: Respond;
  readonly respondProblem: RespondProblem;
  readonly download: Download;
  readonly readBody: ReturnType<typeof bodyReader>;
}

/** Joins the parts of the gateway on some ports. */
export function gateway(ports: Ports, authenticate: Authenticate, baseUrl: string): Gateway {
  const limit = rateLimit(ports.config.SPACE_RATE_LIMIT);
  const respond = responder(ports.log, limit);
  return {
    ports,
    baseUrl,
    authenticate,
    calls: calls(ports, limit),
    respond,
    respondProblem: problemResponder(respond, ports.log, baseUrl),
    download: downloader(ports.log, limit),
    readBody: bodyReader(),
  };
}
