import { ApiError } from './api-error.ts';

/** Returns a function that gives what the service refused in the first of some fields, or in a part of it. */
export function faultsOf(error: unknown): (...paths: readonly string[]) => string | undefined {
  const faults = error instanceof ApiError ? error.errors : [];
  return (...paths) => faults.find(({ path }) => paths.some((one) => path === one || path.startsWith(`${one}.`)))?.message;
}
