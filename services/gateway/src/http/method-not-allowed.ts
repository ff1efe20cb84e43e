import { Problem } from '@space/contracts/core';
import type { Request, Response } from 'express';
import type { Gateway } from '../call/gateway.ts';
import { preflight } from './cors.ts';
import { exchangeOf } from './request-context.ts';
import { routeLabels } from './route-label.ts';

/** Answers the preflight of a path, and 405 with `Allow` to methods it does not have. */
export function otherMethods(path: string, methods: readonly string[], { respond, respondProblem }: Gateway) {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  const labelFor = routeLabels(path);
  return (request: Request, response: Response): void => {
    const exchange = exchangeOf(response);
    exchange.route = labelFor(request.method);
    if (request.method === 'OPTIONS') respond(exchange, 204, preflight(allow), null);
    else
      respondProblem(exchange, new Problem('method_not_allowed', `${request.method} is not allowed here; allowed are ${allow}.`), [
        'Allow',
        allow,
      ]);
  };
}
