import type { Reply } from '@space/bus';
import type { CatalogEntry } from '@space/contracts/catalog';
import { Problem, pathParameters, type Route } from '@space/contracts/core';
import type { Request, Response } from 'express';
import { namedInBody } from '../activity/named-in-body.ts';
import { outcomeOf } from '../activity/record-activity.ts';
import type { SpaceKey } from '../auth/api-key.ts';
import type { Asked } from '../call/dispatch.ts';
import type { Gateway } from '../call/gateway.ts';
import { bodyReader } from '../http/body.ts';
import { matches } from '../http/etag.ts';
import { type Exchange, exchangeOf } from '../http/request-context.ts';
import { type Headers, PRIVATE } from '../http/respond.ts';
import { routeLabels } from '../http/route-label.ts';
import { dryRunOf, takesDryRun as mayTakeDryRun } from '../operation/dry-run.ts';
import { inputSchemaOf } from '../operation/json-schema.ts';
import { fileHeaders, wantsDownload } from './download.ts';
import { parameterReader } from './query-string.ts';

const JSON_ANSWER: Headers = [...PRIVATE, 'Content-Type', 'application/json'];
const IDEMPOTENCY_KEY = /^[\x20-\x7e]{1,255}$/;

/** The express handler of one operation. What is the same for all its requests is worked out here, once. */
export function restOperation(entry: CatalogEntry, { method, path, status }: Route, gateway: Gateway) {
  const { authenticate, calls, download, respond, respondProblem } = gateway;
  const { max_body_bytes } = entry.operation;
  const readBody = max_body_bytes === undefined ? gateway.readBody : bodyReader(max_body_bytes);
  const labelFor = routeLabels(`/v1${path}`);
  const input = inputSchemaOf(entry.operation);
  const parameters = parameterReader(input);
  const namedIn = namedInBody(input, pathParameters(path));
  const reads = method === 'GET';
  const takesIdempotencyKey = method === 'POST';
  const takesDryRun = mayTakeDryRun(entry.operation);

  const askedOf = (exchange: Exchange, body: Uint8Array | null): Asked => {
    const { request } = exchange;
    const params = parameters.read(queryOf(request.url), request.params);
    exchange.dry_run = takesDryRun && dryRunOf(params.dry_run) === true;
    return {
      params: takesDryRun && Object.hasOwn(params, 'dry_run') ? withoutDryRun(params) : params,
      body,
      dry_run: exchange.dry_run,
      request_id: exchange.request_id,
      trace: exchange.trace.carrier,
      idempotency_key: takesIdempotencyKey ? idempotencyKey(request) : undefined,
      if_match: reads ? undefined : request.headers['if-match'],
    };
  };

  // Who may call is judged before a byte of the body is read.
  const admitted = async (exchange: Exchange): Promise<SpaceKey> => {
    const proved = authenticate.rest(exchange.request);
    const key = proved instanceof Promise ? await proved : proved;
    exchange.caller = key.caller;
    if (calls.admit) await calls.admit(exchange, key);
    return key;
  };

  // What cannot be read is a call too: it has a line in the activity log.
  const read = async (exchange: Exchange, key: SpaceKey, hasBody: boolean): Promise<Asked> => {
    const { request, response, request_id, begun } = exchange;
    try {
      return askedOf(exchange, hasBody ? await readBody(request, response) : null);
    } catch (error) {
      calls.note(key, { via: 'rest', entry, named: request.params, request_id, began: begun, dry_run: exchange.dry_run }, outcomeOf(error));
      throw error;
    }
  };

  const withKey = async (exchange: Exchange): Promise<Reply> => {
    const key = await admitted(exchange);
    const asked = await read(exchange, key, !reads);
    const named = namedIn ? { ...asked.params, ...namedIn(asked.body) } : asked.params;
    if (named.dry_run === true) exchange.dry_run = true;
    return calls.withKey(entry, key, asked, { via: 'rest', named });
  };

  const asOperator = async (exchange: Exchange): Promise<Reply> => {
    const { request, response } = exchange;
    const caller = authenticate.operator(request);
    return calls.asCaller(entry, caller, askedOf(exchange, reads ? null : await readBody(request, response)));
  };

  const asFile = async (exchange: Exchange): Promise<void> => {
    const key = await admitted(exchange);
    const asked = await read(exchange, key, false);
    const problem = await download(exchange, entry, fileHeaders(entry), async (cursor) =>
      cursor === undefined
        ? calls.withKey(entry, key, asked, { via: 'rest', named: asked.params })
        : calls.withKey(entry, key, { ...asked, params: { ...asked.params, cursor } }, undefined),
    );
    if (problem) respondProblem(exchange, problem);
  };

  const call = entry.operation.audience === 'operator' ? asOperator : withKey;

  return async (request: Request, response: Response): Promise<void> => {
    const exchange = exchangeOf(response);
    exchange.route = labelFor(request.method);
    try {
      if (wantsDownload(entry.operation, request)) return await asFile(exchange);
      const reply = await call(exchange);
      if (reply.problem) respondProblem(exchange, reply.problem);
      else if (reads && reply.etag && matches(request.headers['if-none-match'], reply.etag))
        respond(exchange, 304, [...PRIVATE, 'ETag', reply.etag], null);
      else if (exchange.dry_run) respond(exchange, status, [...headersOf(reply), 'Dry-Run', 'true'], reply.body);
      else respond(exchange, status, headersOf(reply), reply.body);
    } catch (error) {
      respondProblem(exchange, error);
    }
  };
}

function headersOf({ etag, replayed }: Reply & { readonly problem?: never }): Headers {
  if (etag === undefined && !replayed) return JSON_ANSWER;
  return [...JSON_ANSWER, ...(etag === undefined ? [] : ['ETag', etag]), ...(replayed ? ['Idempotent-Replayed', 'true'] : [])];
}

const withoutDryRun = ({ dry_run: _tried, ...params }: Readonly<Record<string, unknown>>) => params;

const queryOf = (url: string): string => {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
};

function idempotencyKey(request: Request): string | undefined {
  const given = request.headers['idempotency-key'];
  if (given === undefined) return undefined;
  if (typeof given === 'string' && IDEMPOTENCY_KEY.test(given)) return given;
  throw new Problem('invalid', 'Idempotency-Key: must be 1 to 255 printable ASCII characters.', {
    errors: [{ path: 'Idempotency-Key', code: 'invalid_header', message: 'must be 1 to 255 printable ASCII characters' }],
  });
}
