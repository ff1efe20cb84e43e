const leave = new AbortController();

/** Aborted when the person signs out: the browser is about to leave the page, and what the page reads meanwhile would be refused. */
export const leaving: AbortSignal = leave.signal;

/**
 * Ends the reads and the live updates of this page. Later reads are not sent, and no one gets an answer. A page that the browser shows again from
 * its memory, after the button Back, is loaded again.
 */
export function endReads(): void {
  leave.abort();
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}
