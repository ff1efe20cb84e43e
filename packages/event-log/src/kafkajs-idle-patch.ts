import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

/** How soon a request is looked at again that waits for the answer of another; the answer itself sends it sooner. */
const AGAIN_MS = 10;

/**
 * Makes kafkajs look for requests to send only while some wait. Version 2.2.4 looks every millisecond, on every
 * connection and for ever (tulios/kafkajs#1704), which costs each idle process some per cent of a core.
 */
export function patchKafkaJsIdleTimer(): void {
  RequestQueue.prototype.scheduleCheckPendingRequests = function schedule(this: RequestQueue): void {
    if (this.pending.length === 0 || this.throttleCheckTimeoutId) return;
    const throttledMs = this.throttledUntil - Date.now();
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      },
      throttledMs > 0 ? throttledMs : AGAIN_MS,
    );
  };
}
