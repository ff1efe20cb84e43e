import { expect, test } from '@jest/globals';
import { ConfigError, readConfig } from './config.ts';
import { objectStoreOf } from './object-store-settings.ts';

const S3 = { S3_BUCKET: 'space-objects', S3_REGION: 'eu-central-1' };

test.each([
  [{ OBJECT_STORE: '/srv/objects' }, { folder: '/srv/objects' }],
  [{}, { folder: '/fallback' }],
  [S3, { bucket: 'space-objects', region: 'eu-central-1' }],
  [
    { ...S3, S3_ENDPOINT: 'https://s3.example.com' },
    { bucket: 'space-objects', region: 'eu-central-1', endpoint: 'https://s3.example.com' },
  ],
])('%j is understood', (settings, place) => {
  expect(objectStoreOf(readConfig(settings), { folder: '/fallback' })).toEqual(place);
});

test.each<[Record<string, string>, string]>([
  [{}, 'OBJECT_STORE or S3_BUCKET must be set.'],
  [{ ...S3, OBJECT_STORE: '/srv/objects' }, 'OBJECT_STORE and S3_BUCKET are different places'],
  [{ S3_BUCKET: 'space-objects' }, 'S3_BUCKET needs S3_REGION'],
  [{ S3_REGION: 'eu-central-1' }, 'S3_REGION has no effect without S3_BUCKET'],
  [{ S3_ENDPOINT: 'https://s3.example.com' }, 'S3_ENDPOINT has no effect without S3_BUCKET'],
  [{ ...S3, S3_BUCKET: 'Not/A/Bucket' }, 'S3_BUCKET must be the name of a bucket'],
  [{ ...S3, S3_ENDPOINT: 'https://s3.example.com/path' }, 'S3_ENDPOINT must be http or https with a host and no path'],
  [{ ...S3, S3_ENDPOINT: 'https://user:s3cret@s3.example.com' }, 'S3_ENDPOINT must be http or https with a host and no path'],
])('%j is refused', (settings, message) => {
  const read = (): unknown => objectStoreOf(readConfig(settings));
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(message);
  expect(read).not.toThrow('s3cret');
});
