import { randomUUID } from 'node:crypto';
import type { Caller } from '@space/contracts/core';
import type { Request, Response } from 'express';
import type { Rate } from '../call/rate-limit.ts';
import { beginTrace, type Trace } from './request-trace.ts';
import { type RouteLabel, unmatched } from './route-label.ts';

/** One HTTP request and its answer: what the log, the metrics, the trace and every answer need of it. */
export interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly request_id: string;
  /** When it began, by the monotonic clock in milliseconds. */
  readonly begun: number;
  readonly trace: Trace;
  route: RouteLabel;
  caller: Caller | undefined;
  rate: Rate | undefined;
  /** Whether the call was only tried. */
  dry_run: boolean;
}

const REQUEST_ID = /^[\w.-]{1,128}$/;

/** Begins an exchange; a request id that fits is kept, any other is replaced. */
export function beginExchange(request: Request, response: Response): Exchange {
  const given = request.headers['x-request-id'];
  const exchange: Exchange = {
    request,
    response,
    request_id: typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID(),
    begun: performance.now(),
    trace: beginTrace(request.headers),
    route: unmatched(request.method),
    caller: undefined,
    rate: undefined,
    dry_run: false,
  };
  response.locals.exchange = exchange;
  return exchange;
}

/** The exchange a response belongs to. */
export const exchangeOf = (response: Response): Exchange => response.locals.exchange as Exchange;
