import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const MAX_ATTEMPTS = 3;

/** Creates the cache of reads. It lives in memory only; a read that was refused for now is repeated, other refusals are not. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < MAX_ATTEMPTS && isTemporary(error),
        retryDelay: (failures, error) => retryDelay(failures, error),
      },
      mutations: { retry: false },
    },
  });
}

const isTemporary = (error: unknown): boolean => error instanceof ApiError && [0, 429, 502, 503, 504].includes(error.status);

function retryDelay(failures: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retry_after : undefined;
  return asked === undefined ? Math.min(1_000 * 2 ** failures, 8_000) : asked * 1_000;
}
