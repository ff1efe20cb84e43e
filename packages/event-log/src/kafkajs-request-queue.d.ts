declare module 'kafkajs/src/network/requestQueue/index.js' {
  /** A request as it is pushed to the queue. */
  interface PushedRequest {
    readonly entry: { readonly correlationId: number };
    readonly expectResponse: boolean;
    sendRequest(): void;
  }

  /** kafkajs' request queue of one connection: the members that the patch and its test use. */
  class RequestQueue {
    constructor(options: { maxInFlightRequests: number; requestTimeout: number; logger: { debug(): void; warn(): void } });
    readonly pending: readonly unknown[];
    readonly throttledUntil: number;
    throttleCheckTimeoutId: NodeJS.Timeout | null;
    push(request: PushedRequest): void;
    maybeThrottle(milliseconds: number): void;
    fulfillRequest(answer: { correlationId: number; payload: Buffer; size: number }): void;
    checkPendingRequests(): void;
    scheduleCheckPendingRequests(): void;
  }

  export = RequestQueue;
}
