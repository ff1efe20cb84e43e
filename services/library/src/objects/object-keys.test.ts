import { expect, test } from '@jest/globals';
import { newId } from '@space/database';
import { assertKey } from '@space/object-store';
import { objectKey, readObjectKey, readUploadKey, uploadKey } from './object-keys.ts';

const space_id = newId('spc');
const sha256 = '0f'.repeat(32);

test('the keys of objects and uploads are keys of every store, and are read back', () => {
  const upload = newId('upl');
  for (const key of [objectKey(space_id, sha256), uploadKey(upload)]) expect(() => assertKey(key)).not.toThrow();
  expect(readObjectKey(objectKey(space_id, sha256))).toEqual({ space_id, sha256 });
  expect(readUploadKey(uploadKey(upload))).toBe(upload);
  expect(readUploadKey(`${uploadKey(upload)}/body`)).toBe(upload);
});

test.each(['s/', `s/${space_id}`, `s/${space_id}/${sha256}/x`, `s/${space_id}/abc`, uploadKey('upl_1'), 'x'])(
  '%s is no key of an object',
  (key) => {
    expect(readObjectKey(key)).toBeUndefined();
  },
);

test('the key of an upload has no segment of its own, whose folder a store in a folder would keep for each upload', () => {
  expect(uploadKey(newId('upl')).split('/')).toHaveLength(2);
});
