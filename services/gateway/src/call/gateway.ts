import type { Ports } from '@space/runtime';
import type { ActivityLog } from '../activity/activity-log.ts';
import type { LateRefusals } from '../admission/late-refusals.ts';
import type { NetworkLimits } from '../admission/network-limits.ts';
import type { ApiKey } from '../auth/api-key.ts';
import type { Authenticator } from '../auth/authenticate.ts';
import { bodyReaders, type CreateBodyReader, type ReadBody } from '../http/body.ts';
import { type BodyBudget, createBodyBudget } from '../http/body-budget.ts';
import { type Compress, createCompressor } from '../http/compression.ts';
import { createFileStreams, type OpenFileStream } from '../http/file-stream.ts';
import { createProblemResponder, type RespondProblem } from '../http/problem-response.ts';
import { createResponder, type Respond } from '../http/respond.ts';
import type { StorageQuotas } from '../storage/storage-quotas.ts';
import { type CallSlots, createCallSlots } from './call-slots.ts';
import { createDispatcher, type Dispatcher } from './dispatch.ts';
import { createRateLimit } from './rate-limit.ts';

/** The parts that every surface of the gateway is built from: REST, MCP, the public origin and the docs. */
export interface Gateway {
  readonly ports: Ports;
  /** The address at which clients reach this server, without the version and without a slash at its end. */
  readonly baseUrl: string;
  readonly authenticator: Authenticator;
  readonly dispatcher: Dispatcher;
  /** Prepares a new secret for the session of a call; absent outside of the console. */
  readonly renewSession?: (key: ApiKey) => SessionRenewal;
  readonly slots: CallSlots;
  readonly networks: NetworkLimits;
  readonly respond: Respond;
  readonly respondProblem: RespondProblem;
  readonly compress: Compress;
  readonly openFileStream: OpenFileStream;
  readonly bodies: BodyBudget;
  /** Aborts when the gateway stops: uploads then end, and their clients continue at another gateway. */
  readonly stopping: AbortSignal;
  readonly createBodyReader: CreateBodyReader;
  /** Reads a body of at most MAX_BODY_BYTES. */
  readonly readBody: ReadBody;
}

/** A call that gives its session a new secret, and the `Set-Cookie` of its success. */
export interface SessionRenewal {
  readonly key: ApiKey;
  readonly cookie: string;
}

/** The parts of a gateway that have state of their own. */
export interface GatewayParts {
  readonly authenticator: Authenticator;
  readonly activity: ActivityLog;
  readonly networks: NetworkLimits;
  readonly late: LateRefusals;
  readonly quotas: StorageQuotas;
  readonly stopping?: AbortSignal;
}

/** Joins the parts on some ports. */
export function createGateway(
  ports: Ports,
  { authenticator, activity, networks, late, quotas, stopping = new AbortController().signal }: GatewayParts,
  baseUrl: string,
): Gateway {
  const compress = createCompressor(ports.log);
  const respond = createResponder(ports.log, compress);
  const bodies = createBodyBudget();
  const createBodyReader = bodyReaders(bodies, networks.networkOf);
  return {
    ports,
    baseUrl,
    authenticator,
    dispatcher: createDispatcher(ports, { limit: createRateLimit(ports.config.SPACE_RATE_LIMIT), late, activity, quotas }),
    slots: createCallSlots(),
    networks,
    respond,
    respondProblem: createProblemResponder(respond, ports.log, baseUrl),
    compress,
    openFileStream: createFileStreams(),
    bodies,
    stopping,
    createBodyReader,
    readBody: createBodyReader(),
  };
}
