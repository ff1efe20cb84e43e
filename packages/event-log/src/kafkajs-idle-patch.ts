import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

/** Delay before a waiting request is checked again; the answer it waits for sends it sooner. */
const RETRY_DELAY_MS = 10;

/**
 * Patches kafkajs so that it checks for requests to send only while requests wait. Version 2.2.4 checks every millisecond
 * on every connection (tulios/kafkajs#1704), which costs an idle process some per cent of a core.
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
      throttledMs > 0 ? throttledMs : RETRY_DELAY_MS,
    );
  };
}
