import type { NextFunction, Request, Response } from 'express';
import type { Authenticator } from '../auth/authenticate.ts';

/** Returns the middleware that counts requests whose key nothing checks, by network. */
export const countUnchecked = ({ authenticator }: { readonly authenticator: Pick<Authenticator, 'countUnchecked'> }) =>
  function countNetwork(request: Request, _response: Response, next: NextFunction): void {
    authenticator.countUnchecked(request);
    next();
  };
