import { type Problem, problems } from '@space/contracts/core';
import type { Log } from '@space/runtime';
import { plainContext } from '@space/web';
import { problemHeaders, toProblem } from '../http/problem-response.ts';
import type { RequestRecord } from '../http/request-context.ts';

/** The error codes of RFC 6749, 7009, 7591 and 8707 that this server answers. */
type OauthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** An error of OAuth: a code for programs and one sentence for the developer of the client. */
export class OauthError extends Error {
  readonly code: OauthErrorCode;
  readonly status: number;
  /** Headers of the answer. */
  readonly headers: readonly string[];

  constructor(code: OauthErrorCode, description: string, status = code === 'invalid_client' ? 401 : 400, headers: readonly string[] = []) {
    super(description);
    this.code = code;
    this.status = status;
    this.headers = headers;
  }
}

/** An error that a person meets in the browser. Its page shows the label of this name in the language of the browser. */
export class PersonError extends OauthError {
  readonly label: 'foreign_form' | 'not_valid' | 'too_many_keys';

  constructor(label: PersonError['label'], status?: number, headers?: readonly string[]) {
    const code = status === problems.limited.status ? 'temporarily_unavailable' : 'invalid_request';
    super(code, plainContext('en').locale.labels.connect[label], status, headers);
    this.label = label;
  }
}

/** Returns a thrown value as an error of OAuth. Logs an unexpected error. */
export function toOauthError(error: unknown, record: RequestRecord, log: Log): OauthError {
  if (error instanceof OauthError) return error;
  const problem = toProblem(error, record, log);
  return new OauthError(codeOf(problem), problem.message, problem.status, problemHeaders(problem));
}

function codeOf({ status, code }: Problem): OauthErrorCode {
  if (code === 'limited' || code === 'unavailable' || code === 'timeout') return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
