import { asciiJson, hasStoredNothing, type Reply } from '@space/bus';
import type { CatalogEntry } from '@space/contracts/catalog';
import { type Caller, invalidFields, type Operation, Problem, pathParameters, type Route } from '@space/contracts/core';
import type { Request, Response } from 'express';
import type { ZodType } from 'zod';
import { createAuditFieldReader, outcomeOf } from '../activity/record-activity.ts';
import type { ApiKey } from '../auth/api-key.ts';
import type { DispatchRequest } from '../call/dispatch.ts';
import type { Gateway, SessionRenewal } from '../call/gateway.ts';
import { authenticateAgain, runCall } from '../call/run-call.ts';
import { preferredType } from '../http/accept.ts';
import { plainEtags } from '../http/compression.ts';
import { matchingEtag } from '../http/etag.ts';
import { type Headers, PRIVATE } from '../http/headers.ts';
import { type RequestContext, requestContextOf, routeLabels } from '../http/request-context.ts';
import { hasDryRunParameter, parseDryRun } from '../operation/dry-run.ts';
import { IDEMPOTENCY_KEY_RULE, isIdempotencyKey } from '../operation/idempotency-key.ts';
import { inputSchemaOf, type JsonSchema } from '../operation/json-schema.ts';
import { collectionOfCreated } from '../operation/readable-collections.ts';
import { createStoredSender, type SendStored } from './content.ts';
import { createDownload } from './download.ts';
import { createParameterReader, type ParameterReader } from './query-string.ts';
import { toJsonBody } from './raw-body.ts';

type RequestHandler = (request: Request, response: Response) => Promise<void>;

const JSON_HEADERS: Headers = [...PRIVATE, 'Content-Type', 'application/json'];
const PAGING_OF_DOWNLOAD = 'is for pages, and a download has all rows; leave it out, or send Accept: application/json';
/** The media types of every operation. A client that accepts problems only gets JSON when there is none. */
const JSON_TYPES = ['application/json', 'application/problem+json'];
const NO_PARAMETERS: Readonly<Record<string, unknown>> = Object.freeze({});

/** The answer about a created resource begins with the resource, or is the resource, which begins with its id. */
const ID_AT_START = /^\{(?:"\w+":\{)?"id":"([\w-]+)"/;
const ID_PREFIX_LENGTH = 100;

/** The origin that serves an operation: the API to keys and to the operator, or the console to people. */
export type RestOrigin = 'api' | 'console';

interface OperationInput {
  readonly input: JsonSchema;
  readonly parameters: ParameterReader;
}

/** The inputs of operations, which all origins share, because most of the time of a start goes into their schemas. */
const inputs = new WeakMap<Operation, OperationInput>();

const inputOf = (operation: Operation): OperationInput =>
  inputs.getOrInsertComputed(operation, ({ input: { shape } }) => {
    const input = inputSchemaOf(operation);
    return { input, parameters: createParameterReader(input, (name, text) => (shape[name] as ZodType).safeParse(text).success) };
  });

/** Returns the express handler of one operation. Everything that depends on the operation only is computed here, once. */
export function createRestOperation(entry: CatalogEntry, route: Route, gateway: Gateway, origin: RestOrigin): RequestHandler {
  const { method, path, status } = route;
  const { operation } = entry;
  const { authenticator, dispatcher, respond, respondProblem } = gateway;
  const { max_body_bytes, upload } = operation;
  const readBody =
    max_body_bytes === undefined && !upload ? gateway.readBody : gateway.createBodyReader(max_body_bytes, upload?.media_type);
  const labelFor = routeLabels(`/v1${path}`);
  const { input, parameters } = inputOf(operation);
  const inPath = pathParameters(path);
  const { shape } = operation.input;
  const readAuditFields = createAuditFieldReader(input, inPath);
  const download = operation.download && createDownload(entry, gateway);
  const sendStored = operation.content && createStoredSender(gateway);
  const mediaTypes = [...JSON_TYPES, ...(operation.download ? [operation.download.media_type] : [])];
  const isOpen = !operation.confidential;
  const takesOwnSpace = origin === 'console' && operation.audience === 'operator' && Object.hasOwn(shape, 'space_id');
  const hasPathParameters = inPath.length > 0;
  const isGet = method === 'GET';
  const hasIdempotencyKey = method === 'POST';
  const hasDryRun = hasDryRunParameter(operation);
  const collection = collectionOfCreated(operation, route);

  // Accept is read before the call is made, so that a refused call has changed nothing.
  function assertAcceptable({ headers: { accept } }: Request): void {
    if (accept === undefined || accept === '*/*' || accept === 'application/json' || sendStored) return;
    if (preferredType(accept, mediaTypes) === undefined) throw notAcceptable(accept, mediaTypes[0]!, download && mediaTypes[2]);
  }

  /** Adds the Space of a person to the arguments of a setting, whose route in the console does not name it. */
  function withOwnSpace(params: DispatchRequest['params'], { space_id }: Caller): DispatchRequest['params'] {
    if (!takesOwnSpace) return params;
    if (Object.hasOwn(params, 'space_id'))
      throw invalidFields([{ path: 'space_id', code: 'not_supported', message: 'is the Space of the path; leave it out' }]);
    return { ...params, space_id };
  }

  function dispatchRequestOf(context: RequestContext, body: Uint8Array | null, caller: Caller): DispatchRequest {
    const { request } = context;
    const query = queryOf(request.url);
    let params = hasPathParameters || query !== '' ? parameters.read(query, request.params) : NO_PARAMETERS;
    if (hasDryRun && Object.hasOwn(params, 'dry_run')) {
      context.dry_run = parseDryRun(params.dry_run) === true;
      params = withoutDryRun(params);
    }
    return {
      params: withOwnSpace(params, caller),
      body,
      dry_run: context.dry_run,
      request_id: context.request_id,
      trace: context.trace.carrier,
      idempotency_key: hasIdempotencyKey ? idempotencyKeyOf(request) : undefined,
      if_match: isGet ? undefined : plainEtags(request.headers['if-match']),
    };
  }

  // Authenticates and counts a call before a byte of its body is read.
  async function admit(context: RequestContext): Promise<ApiKey> {
    const found = authenticator.rest(context.request);
    const key = found instanceof Promise ? await found : found;
    context.caller = key.caller;
    if (dispatcher.admit) await dispatcher.admit(context, key);
    return key;
  }

  // A request that cannot be read is a call, too: it has a line in the activity log.
  async function readRequest(context: RequestContext, key: ApiKey, hasBody: boolean, isFile = false): Promise<DispatchRequest> {
    const { request, response, request_id, started_ms } = context;
    try {
      assertAcceptable(request);
      const body = hasBody ? toJsonBody(operation, request, await readBody(request, response, key.caller)) : null;
      const read = dispatchRequestOf(context, body, key.caller);
      if (isFile) rejectPaging(read.params);
      return read;
    } catch (error) {
      const { dry_run } = context;
      const call = { channel: 'rest' as const, entry, fields: request.params, request_id, started_ms, dry_run };
      dispatcher.recordActivity(key, call, outcomeOf(error));
      throw error;
    }
  }

  function callWith(context: RequestContext, key: ApiKey, request: DispatchRequest): Promise<Reply> {
    const fields = readAuditFields ? { ...request.params, ...readAuditFields(request.body) } : request.params;
    if (fields.dry_run === true) context.dry_run = true;
    const renewal = operation.renews_session ? gateway.renewSession?.(key) : undefined;
    const channel = { channel: 'rest', fields } as const;
    return renewal ? callAndRenew(context, renewal, request, channel) : dispatcher.callWithKey(entry, key, request, channel);
  }

  // Only a call that was made has given the session its new secret: a dry run and a stored answer have not.
  async function callAndRenew(
    context: RequestContext,
    { key, cookie }: SessionRenewal,
    request: DispatchRequest,
    channel: Parameters<typeof dispatcher.callWithKey>[3],
  ): Promise<Reply> {
    const reply = await dispatcher.callWithKey(entry, key, request, channel);
    if (!hasStoredNothing(reply) && !context.dry_run) context.renewed_cookie = cookie;
    return reply;
  }

  async function callWithKey(context: RequestContext): Promise<Reply> {
    const key = await admit(context);
    const pending = { key, context, channel: 'rest' as const };
    if (!isGet)
      return runCall(gateway, { ...pending, waits: false }, async () => callWith(context, key, await readRequest(context, key, true)));
    const request = await readRequest(context, key, false);
    const waits = operation.long_poll === true && Number(request.params.wait) > 0;
    return runCall(gateway, { ...pending, waits }, () => callWith(context, key, request));
  }

  async function callAsOperator(context: RequestContext): Promise<Reply> {
    const { request, response } = context;
    const caller = authenticator.operator(request);
    assertAcceptable(request);
    return dispatcher.callAs(entry, caller, dispatchRequestOf(context, isGet ? null : await readBody(request, response, caller), caller));
  }

  // A download has all pages, so these parameters would be ignored.
  function rejectPaging(params: DispatchRequest['params']): void {
    const paging = ['limit', 'cursor'].filter((name) => input.properties?.[name] !== undefined && Object.hasOwn(params, name));
    if (paging.length > 0) throw invalidFields(paging.map((path) => ({ path, code: 'not_supported', message: PAGING_OF_DOWNLOAD })));
  }

  async function sendFile(context: RequestContext): Promise<void> {
    const key = await admit(context);
    const request = await readRequest(context, key, false, true);
    const readPage = (cursor: string | undefined) => () =>
      cursor === undefined
        ? dispatcher.callWithKey(entry, key, request, { channel: 'rest', fields: request.params })
        : dispatcher.callWithKey(entry, key, { ...request, params: { ...request.params, cursor } }, undefined);
    const problem = await download!.send(context, async (cursor) => {
      try {
        // A key that was revoked, has expired or has lost scopes gets no further page (contract, A7).
        if (cursor !== undefined) await authenticateAgain(gateway, key, context.request, 'rest');
        return await runCall(gateway, { key, context, channel: 'rest', waits: false }, readPage(cursor));
      } catch (error) {
        if (error instanceof Problem) return { problem: error };
        throw error;
      }
    });
    if (problem) respondProblem(context, problem);
  }

  const call = operation.audience === 'operator' && origin === 'api' ? callAsOperator : callWithKey;

  async function sendFileOf(context: RequestContext, send: SendStored): Promise<void> {
    const key = await admit(context);
    const request = await readRequest(context, key, false);
    const reply = await runCall(gateway, { key, context, channel: 'rest', waits: false }, () => callWith(context, key, request));
    if (reply.problem) respondProblem(context, reply.problem);
    else await send(context, key, reply.body);
  }

  async function sendJson(context: RequestContext): Promise<void> {
    const reply = await call(context);
    if (reply.problem) return respondProblem(context, reply.problem);
    const known = isGet && reply.etag ? matchingEtag(context.request.headers['if-none-match'], reply.etag) : undefined;
    if (known !== undefined) respond(context, 304, [...PRIVATE, 'ETag', known], null);
    else
      respond(
        context,
        status,
        context.dry_run || collection !== undefined || context.renewed_cookie !== undefined
          ? [...replyHeaders(reply), ...outcomeHeaders(context, reply.body)]
          : replyHeaders(reply),
        reply.body,
      );
  }

  /** Says that nothing was stored, has the new cookie of the session, or says where the created resource is. */
  function outcomeHeaders({ dry_run, request, renewed_cookie }: RequestContext, body: Uint8Array): Headers {
    if (dry_run) return ['Dry-Run', 'true'];
    const cookie = renewed_cookie === undefined ? [] : ['Set-Cookie', renewed_cookie];
    if (collection === undefined) return cookie;
    const [, id] =
      ID_AT_START.exec(Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, ID_PREFIX_LENGTH)).toString('latin1')) ?? [];
    if (id === undefined) return cookie;
    const parent = collection.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(request.params[name])));
    return [...cookie, 'Location', `${pathBefore(request.originalUrl)}/v1${parent}/${id}`];
  }

  return async function handleOperation(request, response) {
    const context = requestContextOf(response);
    context.route = labelFor(request.method);
    context.is_open = isOpen;
    try {
      if (sendStored) await sendFileOf(context, sendStored);
      else if (download?.isPreferred(request)) await sendFile(context);
      else await sendJson(context);
    } catch (error) {
      respondProblem(context, error);
    }
  };
}

function replyHeaders({ etag, replayed, understood }: Reply & { readonly problem?: never }): Headers {
  if (etag === undefined && !replayed && !understood) return JSON_HEADERS;
  return [
    ...JSON_HEADERS,
    ...(etag === undefined ? [] : ['ETag', etag]),
    ...(replayed ? ['Idempotent-Replayed', 'true'] : []),
    ...(understood ? ['Understood', asciiJson(understood)] : []),
  ];
}

/** Returns the path of the Space in the console before the version; empty for the API. */
const pathBefore = (url: string): string => (url.startsWith('/spaces/') ? url.slice(0, url.indexOf('/v1/')) : '');

const withoutDryRun = ({ dry_run: _dryRun, ...params }: Readonly<Record<string, unknown>>) => params;

const notAcceptable = (accept: string, json: string, file: string | undefined): Problem =>
  new Problem(
    'not_acceptable',
    `This answer is ${json}${file ? ` or ${file}` : ''}, which Accept: ${accept.slice(0, 100)} excludes; leave Accept out or add ${json}.`,
  );

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

function idempotencyKeyOf(request: Request): string | undefined {
  const given = request.headers['idempotency-key'];
  if (given === undefined) return undefined;
  if (isIdempotencyKey(given)) return given;
  throw invalidFields([{ path: 'Idempotency-Key', code: 'invalid_header', message: IDEMPOTENCY_KEY_RULE }]);
}
