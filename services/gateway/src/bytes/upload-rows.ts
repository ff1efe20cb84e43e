import { request } from '@space/bus';
import { type ArgumentsOf, type OutputOf, Problem } from '@space/contracts/core';
import { type OpenUpload, uploadDirectory } from '@space/contracts/uploads';
import type { Gateway } from '../call/gateway.ts';
import { VISITOR } from '../call/visitor.ts';
import type { RequestContext } from '../http/request-context.ts';

type Operations = (typeof uploadDirectory)['operations'];

/** The rows of uploads, which library owns, as the byte door asks for them. */
export interface UploadRows {
  /** Returns the upload of a token. Throws not_found and `gone`. */
  find(context: RequestContext, token_hash: string): Promise<OpenUpload>;
  /** Returns the upload of a token, whose lease the holder then has if bytes may still come. Throws not_found, `gone` and `locked`. */
  open(context: RequestContext, token_hash: string, holder: string): Promise<OpenUpload>;
  /** Cancels the upload of a token. Throws not_found, `gone` and `locked`. */
  cancel(context: RequestContext, token_hash: string): Promise<void>;
  record(context: RequestContext, space_id: string, input: ArgumentsOf<Operations['record']>): Promise<OutputOf<Operations['record']>>;
  finish(context: RequestContext, space_id: string, input: ArgumentsOf<Operations['finish']>): Promise<OutputOf<Operations['finish']>>;
}

/** Creates the access to the rows of uploads over the bus. */
export function uploadRows({ ports: { bus }, networks }: Pick<Gateway, 'ports' | 'networks'>): UploadRows {
  const ask = <K extends keyof Operations>(
    context: RequestContext,
    space_id: string,
    name: K,
    input: ArgumentsOf<Operations[K]>,
  ): Promise<OutputOf<Operations[K]>> => {
    const { request_id, trace } = context;
    const caller = { ...VISITOR, space_id };
    const visitor_network = networks.networkOf(context.request);
    return request(bus, { caller, request_id, trace: trace.carrier, visitor_network }, uploadDirectory, name, input);
  };
  return {
    async find(context, token_hash) {
      const { outcome, upload } = await ask(context, '', 'find', { token_hash });
      return foundUpload(outcome, upload);
    },
    async open(context, token_hash, holder) {
      const { outcome, upload } = await ask(context, '', 'open', { token_hash, holder });
      return foundUpload(outcome, upload);
    },
    async cancel(context, token_hash) {
      const { outcome } = await ask(context, '', 'cancel', { token_hash });
      assertOutcome(outcome);
    },
    record: (context, space_id, input) => ask(context, space_id, 'record', input),
    finish: (context, space_id, input) => ask(context, space_id, 'finish', input),
  };
}

type Outcome = OutputOf<Operations['open']>['outcome'];

function foundUpload(outcome: Outcome, upload: OpenUpload | null): OpenUpload {
  assertOutcome(outcome);
  return upload!;
}

function assertOutcome(outcome: Outcome): void {
  if (outcome === 'missing') throw uploadNotFound();
  if (outcome === 'ended') throw new Problem('gone', 'This upload has expired, was cancelled or has all its bytes; create a new upload.');
  if (outcome === 'busy') throw uploadLocked();
}

/** Returns the error for a token that no upload has. */
export const uploadNotFound = (): Problem => new Problem('not_found', 'There is no upload at this address; create one.');

/** Returns the error for an upload that another request writes. */
export const uploadLocked = (): Problem =>
  new Problem('locked', 'Another request is sending bytes of this upload; try again when it has ended.', { retry_after_s: 1 });
