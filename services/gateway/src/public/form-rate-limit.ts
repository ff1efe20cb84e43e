import type { IncomingHttpHeaders } from 'node:http';
import { Problem } from '@space/contracts/core';
import { MAX_FORM_POINTS } from '@space/contracts/platform';
import { visitorLimiter } from '@space/web';

const POINTS_PER_MIB = 5;
const BYTES_PER_MIB = 1_048_576;

/** Counts the forms that visitors send, before a byte of them is read. */
export interface FormRateLimit {
  /** Counts a form by its Content-Length, at most `maxBytes`. Throws `limited` when the visitor has no points left. */
  consume(headers: Pick<IncomingHttpHeaders, 'content-length'>, visitor: string, maxBytes: number): void;
}

/**
 * Creates the limit of one gateway. It protects the gateway from reading bodies in vain; each service limits the visitors
 * of its own pages.
 */
export function createFormRateLimit(): FormRateLimit {
  const limiter = visitorLimiter({ points: MAX_FORM_POINTS });
  return {
    consume(headers, visitor, maxBytes) {
      // A form without a Content-Length counts as the largest form.
      const bytes = Math.min(maxBytes, Number(headers['content-length'] ?? maxBytes) || 0);
      const wait = limiter.take('forms', visitor, 1 + Math.floor((bytes * POINTS_PER_MIB) / BYTES_PER_MIB));
      if (wait > 0) throw new Problem('limited', 'This visitor sends too many forms.', { retry_after_s: wait });
    },
  };
}
