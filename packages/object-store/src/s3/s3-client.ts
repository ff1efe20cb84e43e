import { S3Client } from '@aws-sdk/client-s3';
import type { S3Bucket } from '../port/s3-bucket.ts';

/** Time limit for a connection, in milliseconds. */
const CONNECT_TIMEOUT_MS = 3_000;

/** Time limit of one attempt from its first byte to the headers of the answer, in milliseconds. A part of 8 MiB must be sent in it. */
const REQUEST_TIMEOUT_MS = 15_000;

/** Time limit between two bytes of a connection, in milliseconds; also for a reader of an object that pauses. */
const IDLE_TIMEOUT_MS = 20_000;

/** Attempts of one request. The SDK waits between them, up to a second. */
const MAX_ATTEMPTS = 3;

/** Open connections of one process; each object that is being read uses one. */
const MAX_CONNECTIONS = 256;

/** Limits of requests, for tests; defaults are those of the adapter. */
export interface S3Limits {
  readonly attempts?: number;
  readonly connect_ms?: number;
  readonly request_ms?: number;
  readonly idle_ms?: number;
}

/** Creates the client of a bucket. */
export const createS3Client = ({ region, endpoint }: S3Bucket, limits: S3Limits = {}): S3Client =>
  new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    maxAttempts: limits.attempts ?? MAX_ATTEMPTS,
    // Servers other than AWS may refuse the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: limits.connect_ms ?? CONNECT_TIMEOUT_MS,
      requestTimeout: limits.request_ms ?? REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      socketTimeout: limits.idle_ms ?? IDLE_TIMEOUT_MS,
      httpAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
    },
  });
