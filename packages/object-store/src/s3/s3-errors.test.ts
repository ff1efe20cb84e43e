import { expect, test } from '@jest/globals';
import { ObjectStoreRefusal, ObjectStoreUnavailable } from '../port/object-store-error.ts';
import { s3Error } from './s3-errors.ts';

const sdkError = (name: string, status?: number, code?: string): Error =>
  Object.assign(new Error('of the SDK'), { name, ...(code ? { code } : {}), ...(status ? { $metadata: { httpStatusCode: status } } : {}) });

test.each<[string, Error, string]>([
  ['ECONNRESET', sdkError('TimeoutError', undefined, 'ECONNRESET'), 'unreachable'],
  ['ETIMEDOUT', sdkError('TimeoutError', undefined, 'ETIMEDOUT'), 'slow'],
  ['TimeoutError', sdkError('TimeoutError'), 'slow'],
  ['ENOTFOUND', sdkError('Error', undefined, 'ENOTFOUND'), 'unreachable'],
  ['a wrong certificate', sdkError('Error', undefined, 'DEPTH_ZERO_SELF_SIGNED_CERT'), 'unreachable'],
  ['SlowDown', sdkError('SlowDown', 503), 'slow'],
  ['status 429', sdkError('Unknown', 429), 'slow'],
  ['InternalError', sdkError('InternalError', 500), 'failed'],
  ['XMinioStorageFull', sdkError('XMinioStorageFull', 507), 'full'],
  ['CredentialsProviderError', sdkError('CredentialsProviderError'), 'denied'],
  ['InvalidAccessKeyId', sdkError('InvalidAccessKeyId', 403), 'denied'],
  ['NoSuchBucket', sdkError('NoSuchBucket', 404), 'denied'],
  ['NotImplemented', sdkError('NotImplemented', 501), 'failed'],
])('translates %s of the SDK into a store that is unavailable', (_, error, reason) => {
  const found = s3Error(error);
  expect(found).toBeInstanceOf(ObjectStoreUnavailable);
  expect(found).toMatchObject({ reason, cause: error });
});

test.each<[string, Error, string]>([
  ['PreconditionFailed', sdkError('PreconditionFailed', 412), 'exists'],
  ['status 412', sdkError('Unknown', 412), 'exists'],
  ['NoSuchUpload', sdkError('NoSuchUpload', 404), 'upload_missing'],
  ['InvalidRange', sdkError('InvalidRange', 416), 'invalid_range'],
])('translates %s of the SDK into a refusal', (_, error, code) => {
  const found = s3Error(error);
  expect(found).toBeInstanceOf(ObjectStoreRefusal);
  expect(found).toMatchObject({ code });
});

test('a fault of this program is not an error of the store', () => {
  const fault = new TypeError('x is not a function');
  expect(s3Error(fault)).toBe(fault);
});
