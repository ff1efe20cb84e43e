import type { Ports } from '@space/runtime';
import type { ActivityLog } from '../activity/activity-log.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import { bodyReader } from '../http/body.ts';
import { problemResponder, type RespondProblem } from '../http/problem-response.ts';
import { type Respond, responder } from '../http/respond.ts';
import type { ToolUses } from '../mcp/tool-uses.ts';
import { type Download, downloader } from '../rest/download.ts';
import { type Calls, calls } from './dispatch.ts';
import { rateLimit } from './rate-limit.ts';

/** What every surface of the gateway is made of. */
export interface Gateway {
  readonly ports: Ports;
  /** Where clients reach this server, without the version and without a slash at the end. */
  readonly baseUrl: string;
  readonly authenticate: Authenticate;
  readonly calls: Calls;
  readonly toolUses: ToolUses;
  readonly respond: Respond;
  readonly respondProblem: RespondProblem;
  readonly download: Download;
  readonly readBody: ReturnType<typeof bodyReader>;
}

/** What a gateway keeps besides, each with a task of its own that writes it down. */
export interface Kept {
  readonly activity: ActivityLog;
  readonly toolUses: ToolUses;
}

/** Joins the parts of the gateway on some ports. */
export function gateway(ports: Ports, authenticate: Authenticate, { activity, toolUses }: Kept, baseUrl: string): Gateway {
  const limit = rateLimit(ports.config.SPACE_RATE_LIMIT);
  const respond = responder(ports.log, limit);
  return {
    ports,
    baseUrl,
    authenticate,
    calls: calls(ports, limit, activity),
    toolUses,
    respond,
    respondProblem: problemResponder(respond, ports.log, baseUrl),
    download: downloader(ports.log, limit),
    readBody: bodyReader(),
  };
}
