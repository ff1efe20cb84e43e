import { expect, test } from '@jest/globals';
import type { ObjectStore, ObjectUpload } from '../port/object-store.ts';
import { bytesOf, failingBody, sampleBody } from './sample-body.ts';
import { FIRST_APPEND_SIZE, partOf, UPLOAD_SIZE } from './scenarios.ts';
import type { Suite } from './store-under-test.ts';

const content_type = 'video/mp4';

/** Defines the tests of uploads in parts. */
export function testUploads(suite: Suite): void {
  test('joins the bytes of appends of every size, by several processes, and shows nothing before the end', async () => {
    const { store, under } = suite;
    const other = await under.open();
    const upload = await store.uploads.create('uploads/joined', { content_type });
    const ends = [0, 1, 1, 5, 5_242_880, 5_242_885, FIRST_APPEND_SIZE, UPLOAD_SIZE - 3, UPLOAD_SIZE];
    let offset = 0;
    for (const [index, end] of ends.entries()) {
      const { uploads } = index % 2 === 0 ? store : other;
      expect(await uploads.append(upload, offset, partOf(offset, end))).toBe(end);
      expect(await uploads.offset(upload)).toBe(end);
      offset = end;
    }
    expect(await store.head('uploads/joined')).toBeUndefined();
    expect((await store.list('uploads/joined')).objects).toEqual([]);
    expect(await other.uploads.finish(upload)).toBe(UPLOAD_SIZE);
    const found = await store.get('uploads/joined');
    expect(found).toMatchObject({ content_type, size: UPLOAD_SIZE });
    expect((await bytesOf(found!.body)).equals(await bytesOf(sampleBody(UPLOAD_SIZE, 3)))).toBe(true);
    expect(await under.leftovers()).toBe(0);
    await expectEnded(store, upload);
    await other.close();
  });

  test('makes an empty object of an upload without bytes', async () => {
    const { store } = suite;
    const upload = await store.uploads.create('uploads/empty', { content_type });
    expect(await store.uploads.finish(upload)).toBe(0);
    expect(await store.head('uploads/empty')).toMatchObject({ content_type, size: 0 });
  });

  test.each([1_000, FIRST_APPEND_SIZE])('stores the %i bytes that arrived before a body failed, and continues after them', async (size) => {
    const { store } = suite;
    const key = `uploads/failed-${size}`;
    const upload = await store.uploads.create(key, { content_type });
    const error = new Error('the client left');
    await expect(store.uploads.append(upload, 0, failingBody(size, error))).rejects.toBe(error);
    expect(await store.uploads.offset(upload)).toBe(size);
    await store.uploads.append(upload, size, sampleBody(10, 9));
    await store.uploads.finish(upload);
    const bytes = await bytesOf((await store.get(key))!.body);
    expect(bytes.equals(Buffer.concat([await bytesOf(sampleBody(size)), await bytesOf(sampleBody(10, 9))]))).toBe(true);
  });

  test('refuses bytes at another offset', async () => {
    const { store } = suite;
    const upload = await store.uploads.create('uploads/offset', { content_type });
    await store.uploads.append(upload, 0, sampleBody(10));
    for (const offset of [0, 9, 11])
      await expect(store.uploads.append(upload, offset, sampleBody(1))).rejects.toMatchObject({ code: 'wrong_offset' });
    expect(await store.uploads.offset(upload)).toBe(10);
    await store.uploads.abort(upload);
  });

  test('refuses to finish at an existing key with if_absent, and the upload remains', async () => {
    const { store, under } = suite;
    await store.put('uploads/exists', sampleBody(5), { content_type });
    const upload = await store.uploads.create('uploads/exists', { content_type });
    await store.uploads.append(upload, 0, sampleBody(10));
    await expect(store.uploads.finish(upload, { if_absent: true })).rejects.toMatchObject({ code: 'exists' });
    expect(await store.head('uploads/exists')).toMatchObject({ size: 5 });
    expect(await store.uploads.offset(upload)).toBe(10);
    await store.uploads.abort(upload);
    await store.uploads.abort(upload);
    await expectEnded(store, upload);
    expect(await under.leftovers()).toBe(0);
  });

  test.each(['', '../objects', '00000000-0000-0000-0000-000000000000', 'none'])('knows no upload %j', async (upload_id) => {
    await expectEnded(suite.store, { key: 'uploads/none', content_type, upload_id });
  });

  async function expectEnded({ uploads }: ObjectStore, upload: ObjectUpload): Promise<void> {
    const ended = { code: 'upload_missing' };
    await expect(uploads.offset(upload)).rejects.toMatchObject(ended);
    await expect(uploads.append(upload, 0, sampleBody(1))).rejects.toMatchObject(ended);
    await expect(uploads.finish(upload)).rejects.toMatchObject(ended);
    await uploads.abort(upload);
  }
}
