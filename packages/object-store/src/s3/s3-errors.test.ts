import { expect, test } from '@jest/globals';
import { ObjectStoreRefusal, ObjectStoreUnavailable } from '../port/object-store-error.ts';
import { s3Error } from './s3-errors.ts';

const sdkError = (name: string, status?: number, code?: string): Error =>
  Object.assign(new Error('of the SDK'), { name, ...(code ? { code } : {}), ...(status ? { $metadata: { httpStatusCode: status } } : {}) });

test.each([
  [sdkError('TimeoutError', undefined, 'ECONNRESET'), 'unreachable'],
  [sdkError('TimeoutError', undefined, 'ETIMEDOUT'), 'slow'],
  [sdkError('TimeoutError'), 'slow'],
  [sdkError('Error', undefined, 'ENOTFOUND'), 'unreachable'],
  [sdkError('Error', undefined, 'DEPTH_ZERO_SELF_SIGNED_CERT'), 'unreachable'],
  [sdkError('SlowDown', 503), 'slow'],
  [sdkError('Unknown', 429), 'slow'],
  [sdkError('InternalError', 500), 'failed'],
  [sdkError('XMinioStorageFull', 507), 'full'],
  [sdkError('CredentialsProviderError'), 'denied'],
  [sdkError('InvalidAccessKeyId', 403), 'denied'],
  [sdkError('NoSuchBucket', 404), 'denied'],
  [sdkError('NotImplemented', 501), 'failed'],
])('%s of the SDK is a store that is %s', (error, reason) => {
  const found = s3Error(error);
  expect(found).toBeInstanceOf(ObjectStoreUnavailable);
  expect(found).toMatchObject({ reason, cause: error });
});

test.each([
  [sdkError('PreconditionFailed', 412), 'exists'],
  [sdkError('Unknown', 412), 'exists'],
  [sdkError('NoSuchUpload', 404), 'upload_missing'],
  [sdkError('InvalidRange', 416), 'invalid_range'],
])('%s of the SDK is the refusal %s', (error, code) => {
  const found = s3Error(error);
  expect(found).toBeInstanceOf(ObjectStoreRefusal);
  expect(found).toMatchObject({ code });
});

test('a fault of this program is not an error of the store', () => {
  const fault = new TypeError('x is not a function');
  expect(s3Error(fault)).toBe(fault);
});
