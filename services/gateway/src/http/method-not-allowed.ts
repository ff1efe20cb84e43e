import { Problem } from '@space/contracts/core';
import type { Request, Response } from 'express';
import { preflight } from './cors.ts';
import type { RespondProblem } from './problem-response.ts';
import { requestContextOf, routeLabels } from './request-context.ts';
import type { Respond } from './respond.ts';

/** The two functions that send answers. */
interface Responders {
  readonly respond: Respond;
  readonly respondProblem: RespondProblem;
}

/** Returns the handler for the other methods of a path: it answers a preflight, and any other method with 405 and `Allow`. */
export function methodNotAllowed(path: string, methods: readonly string[], { respond, respondProblem }: Responders) {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  const labelFor = routeLabels(path);
  return function refuseMethod(request: Request, response: Response): void {
    const context = requestContextOf(response);
    context.route = labelFor(request.method);
    if (request.method === 'OPTIONS') respond(context, 204, preflight(allow), null);
    else {
      const problem = new Problem('method_not_allowed', `${request.method} is not allowed here; allowed are ${allow}.`);
      respondProblem(context, problem, ['Allow', allow]);
    }
  };
}
