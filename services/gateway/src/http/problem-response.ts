import { internalProblem, Problem, problems } from '@space/contracts/core';
import { transientProblem } from '@space/database';
import { type Log, metrics } from '@space/runtime';
import { Unauthorized } from '../auth/api-key.ts';
import type { Exchange } from './request-context.ts';
import { type Headers, PRIVATE, type Respond } from './respond.ts';

/** Answers a refusal, or whatever was thrown, as RFC 9457 `application/problem+json`. */
export type RespondProblem = (exchange: Exchange, error: unknown, headers?: Headers) => void;

const PROBLEM: Headers = [...PRIVATE, 'Content-Type', 'application/problem+json'];

/** The renderer of refusals; `baseUrl` is where clients reach this server. */
export const problemResponder =
  (respond: Respond, log: Log, baseUrl: string): RespondProblem =>
  (exchange, error, headers = []) => {
    const problem = asProblem(error, exchange, log);
    respond(exchange, problem.status, [...PROBLEM, ...headers, ...headersOf(problem)], problemBody(problem, exchange.request_id, baseUrl));
  };

/** The body of a refusal: the standard members, then what rides with it. */
export function problemBody(problem: Problem, requestId: string, baseUrl: string): string {
  const { title, status } = problems[problem.code];
  const { errors, ...facts } = problem.extras;
  const type = `${baseUrl}/docs/problems#${problem.code}`;
  return JSON.stringify({ ...facts, type, title, status, detail: problem.message, code: problem.code, request_id: requestId, errors });
}

/** The headers a refusal carries. */
export function headersOf(problem: Problem): string[] {
  const headers: string[] = [];
  if (problem.extras.retry_after_s !== undefined) headers.push('Retry-After', String(problem.extras.retry_after_s));
  if (problem instanceof Unauthorized) headers.push('WWW-Authenticate', problem.challenge);
  return headers;
}

/** What was thrown as a refusal: a Problem itself, a passing failure of Postgres, or `internal` with the cause in the log. A 401 is counted by its reason. */
export function asProblem(error: unknown, { request_id }: Exchange, log: Log): Problem {
  if (error instanceof Unauthorized) metrics.authFailures.inc({ reason: error.reason });
  if (error instanceof Problem) return error;
  const passing = transientProblem(error);
  if (passing) log.warn({ err: error, request_id }, 'the database did not answer');
  else log.error({ err: error, request_id }, 'a request failed');
  return passing ?? internalProblem();
}
