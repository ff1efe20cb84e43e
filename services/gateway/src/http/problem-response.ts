import { internalProblem, Problem, problems } from '@space/contracts/core';
import { transientProblem } from '@space/database';
import { type Log, metrics, unavailableObjects } from '@space/runtime';
import { Unauthorized } from '../auth/api-key.ts';
import { type Headers, PRIVATE } from './headers.ts';
import type { RequestContext, RequestRecord } from './request-context.ts';
import type { Respond } from './respond.ts';

/** Sends an error as RFC 9457 `application/problem+json` (contract, E1). Takes any thrown value. */
export type RespondProblem = (context: RequestContext, error: unknown, headers?: Headers) => void;

/** Headers of every Problem. */
export const PROBLEM_HEADERS: Headers = [...PRIVATE, 'Content-Type', 'application/problem+json'];

/** Returns the function that sends errors; `baseUrl` is the address at which clients reach this server. */
export const createProblemResponder = (respond: Respond, log: Log, baseUrl: string): RespondProblem =>
  function respondProblem(context, error, headers = []) {
    const problem = toProblem(error, context, log);
    respond(
      context,
      problem.status,
      [...PROBLEM_HEADERS, ...headers, ...problemHeaders(problem)],
      problemBody(problem, context.request_id, baseUrl),
    );
  };

/** Returns the JSON of a Problem: its extra members first, then the standard ones. */
export function problemBody(problem: Problem, requestId: string, baseUrl: string): string {
  const { title, status } = problems[problem.code];
  const { errors, ...facts } = problem.extras;
  const type = `${baseUrl}/docs/problems#${problem.code}`;
  return JSON.stringify({ ...facts, type, title, status, detail: problem.message, code: problem.code, request_id: requestId, errors });
}

/** Returns the headers that belong to a Problem: `Retry-After` and `WWW-Authenticate`. */
export function problemHeaders(problem: Problem): string[] {
  const headers: string[] = [];
  if (problem.extras.retry_after_s !== undefined) headers.push('Retry-After', String(problem.extras.retry_after_s));
  if (problem instanceof Unauthorized) headers.push('WWW-Authenticate', problem.challenge);
  return headers;
}

/**
 * Returns a thrown value as a Problem: a Problem itself, `unavailable` for a transient failure of Postgres or the object store, otherwise
 * `internal`. Logs the cause of the last two and counts a 401 by its reason.
 */
export function toProblem(error: unknown, { request_id }: RequestRecord, log: Log): Problem {
  if (error instanceof Unauthorized) metrics.authFailures.inc({ reason: error.reason });
  if (error instanceof Problem) return error;
  const objects = unavailableObjects(error);
  const transient = objects ?? transientProblem(error);
  if (transient)
    log.warn({ err: error, request_id }, `the ${objects ? 'object store' : 'database'} did not answer; answering \`unavailable\``);
  else log.error({ err: error, request_id }, 'a request failed; answering `internal`');
  return transient ?? internalProblem();
}
