import { COMMON_HEADERS } from '../http/headers.ts';
import { PROBLEM_HEADERS, problemBody, problemHeaders } from '../http/problem-response.ts';
import { publicErrorPage } from '../public/public-error-pages.ts';
import { serializeResponse } from '../public/serialized-response.ts';
import type { Refuse } from './admission.ts';

/** Returns the function that answers calls of the API that are not admitted: as a Problem, without a line in the log. */
export const refuseCall = (baseUrl: string): Refuse =>
  function sendProblem(response, problem, requestId) {
    const body = problemBody(problem, requestId, baseUrl);
    const length = ['Content-Length', String(Buffer.byteLength(body)), 'X-Request-Id', requestId];
    response.writeHead(problem.status, [...COMMON_HEADERS, ...PROBLEM_HEADERS, ...problemHeaders(problem), ...length]);
    response.end(body);
  };

/** Answers visitors that are not admitted with the page of the status, without a line in the log. */
export const refuseVisitor: Refuse = (response, problem, requestId) => {
  const { status, head, body } = serializeResponse(publicErrorPage(problem.status, 'en'));
  response.writeHead(status, [...head, ...problemHeaders(problem), 'X-Request-Id', requestId]);
  response.end(response.req.method === 'HEAD' ? undefined : body);
};
