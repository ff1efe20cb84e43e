import { useState } from 'react';
import { ApiError, type FieldError } from './api-error.ts';
import { newIdempotencyKey } from './send.ts';

/** The state of a form that makes one call. */
export interface FormCall {
  readonly error: unknown;
  readonly isBusy: boolean;
  /** Returns the message of the service about a field, by its path; `true` also takes the fields below it. */
  readonly faultOf: (path: string, withBelow?: boolean) => string | undefined;
  /** The fields that the service refused. */
  readonly errors: readonly FieldError[];
  /** Runs a call with the idempotency key of the form, and stores its failure. Returns true if it succeeded. */
  readonly run: (call: (idempotency_key: string) => Promise<unknown>) => Promise<boolean>;
  readonly clear: () => void;
}

/**
 * Returns the state of a form. Its idempotency key is made when it opens, and again after each success and refusal. A call whose answer was
 * lost is repeated with the same key, so that it takes effect once.
 */
export function useFormCall(): FormCall {
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const errors = error instanceof ApiError ? error.errors : [];

  async function run(call: (idempotency_key: string) => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setError(undefined);
    try {
      await call(idempotencyKey);
      setIdempotencyKey(newIdempotencyKey());
      return true;
    } catch (failure) {
      setError(failure);
      if (failure instanceof ApiError && failure.status >= 400 && failure.status < 500) setIdempotencyKey(newIdempotencyKey());
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    error,
    isBusy,
    errors,
    faultOf: (wanted, withBelow = false) =>
      errors.find(({ path }) => path === wanted || (withBelow && path.startsWith(`${wanted}.`)))?.message,
    run,
    clear: () => setError(undefined),
  };
}
