import { ObjectStoreUnavailable, type UnavailableReason } from '../port/object-store-error.ts';

const reasons: Readonly<Record<string, UnavailableReason>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  ETIMEDOUT: 'slow',
  EHOSTDOWN: 'unreachable',
  ENOTCONN: 'unreachable',
  ESTALE: 'unreachable',
  ENOENT: 'unreachable',
};

/** Returns the error of a file operation as ObjectStoreUnavailable; an error without a code is a fault of this program and stays. */
export function folderError(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof ObjectStoreUnavailable || code === undefined || syscall === undefined) return error;
  return new ObjectStoreUnavailable(reasons[code] ?? 'failed', `${syscall} ${code}`, error);
}

/** Runs file operations; their errors become ObjectStoreUnavailable. */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw folderError(error);
  }
}

/** Returns the handler of a rejection that returns `value` for these codes and throws any other error. */
export const unless =
  <T>(codes: readonly string[], value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (codes.includes(error.code ?? '')) return value;
    throw error;
  };
