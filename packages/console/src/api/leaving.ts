const leave = new AbortController();

/** Aborted when the person signs out: the browser is about to leave the page, and what the page reads meanwhile would be refused. */
export const leaving: AbortSignal = leave.signal;

/** Ends the reads and the live updates of this page. Later reads are not sent, and no one gets an answer. */
export const endReads = (): void => leave.abort();
