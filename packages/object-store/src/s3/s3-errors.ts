import { outside } from '../port/byte-range.ts';
import {
  keyExists,
  ObjectStoreRefusal,
  ObjectStoreUnavailable,
  type UnavailableReason,
  uploadMissing,
} from '../port/object-store-error.ts';

/** The parts of an error of the SDK that are read here. */
interface SdkError {
  readonly name?: string;
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const refusals: Readonly<Record<string, () => ObjectStoreRefusal>> = {
  PreconditionFailed: keyExists,
  NoSuchUpload: uploadMissing,
  InvalidRange: outside,
};

const reasons: Readonly<Record<string, UnavailableReason>> = {
  TimeoutError: 'slow',
  ETIMEDOUT: 'slow',
  RequestTimeout: 'slow',
  SlowDown: 'slow',
  ServiceUnavailable: 'slow',
  ThrottlingException: 'slow',
  QuotaExceeded: 'full',
  InsufficientStorage: 'full',
  XMinioStorageFull: 'full',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EPIPE: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  CredentialsProviderError: 'denied',
  NoSuchBucket: 'denied',
};

const statusReasons: Readonly<Record<number, UnavailableReason>> = { 401: 'denied', 403: 'denied', 429: 'slow', 503: 'slow', 507: 'full' };

/** Returns an error of the SDK as ObjectStoreRefusal or ObjectStoreUnavailable; one of neither is a fault of this program and stays. */
export function s3Error(error: unknown): unknown {
  if (error instanceof ObjectStoreRefusal || error instanceof ObjectStoreUnavailable) return error;
  const { name = '', code = '', $metadata } = error as SdkError;
  const status = $metadata?.httpStatusCode;
  const refusal = refusals[name] ?? (status === 412 ? keyExists : undefined);
  if (refusal) return refusal();
  const reason = reasons[code] ?? reasons[name] ?? (status === undefined ? undefined : (statusReasons[status] ?? 'failed'));
  // TLS and the parser of HTTP have codes of their own, of which no list is complete.
  const fallback = code === '' ? undefined : 'unreachable';
  const found = reason ?? fallback;
  return found === undefined ? error : new ObjectStoreUnavailable(found, code || name || `status ${status}`, error);
}

/** Runs requests; their errors become ObjectStoreRefusal or ObjectStoreUnavailable. */
export async function onS3<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw s3Error(error);
  }
}

/** Returns the handler of a rejection that returns `value` for these names and throws any other error. */
export const unlessNamed =
  <T>(names: readonly string[], value: T) =>
  (error: SdkError): T => {
    if (names.includes(error.name ?? '')) return value;
    throw error;
  };
