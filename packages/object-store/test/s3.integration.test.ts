import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type ObjectStore, ObjectStoreUnavailable, openObjectStore } from '@space/object-store';
import { bytesOf, describeObjectStore, sampleBody, scenarios } from '@space/object-store/conformance';
import { createS3Store, type S3Options } from '@space/object-store/s3';
import './fixtures/error-realm.ts';
import { type Fault, type FaultProxy, startFaultProxy } from './fixtures/fault-proxy.ts';
import { putAndGet, startPut } from './fixtures/processes.ts';
import { type S3Server, startS3Server } from './fixtures/s3-server.ts';

const { S3_SERVER } = process.env;
const content_type = 'text/plain';

if (S3_SERVER) {
  describeObjectStore('in a bucket of S3', async () => {
    const { settings, leftovers, stop } = await startS3Server(S3_SERVER);
    return {
      open: () => openObjectStore(settings),
      leftovers,
      async endAtStep(scenario, key, step, upload_id = '') {
        const proxy = await startFaultProxy(settings.endpoint, (number) => (number < step ? 'pass' : 'reset'));
        const store = createS3Store({ ...settings, endpoint: proxy.url }, { limits: { attempts: 1 } });
        await scenarios[scenario](store, key, upload_id).catch((error: unknown) => expect(error).toBeInstanceOf(ObjectStoreUnavailable));
        await store.close();
        await proxy.close();
        return proxy.requests >= step;
      },
      async startPut(key, bytes) {
        const kill = await startPut(settings, key, bytes);
        while ((await leftovers()) === 0) await delay(20);
        return kill;
      },
      putAndGet: (key, bytes) => putAndGet(settings, key, bytes),
      close: stop,
    };
  });

  describe('createS3Store', () => {
    let server: S3Server;
    let proxy: FaultProxy | undefined;
    const opened: ObjectStore[] = [];
    beforeAll(async () => {
      server = await startS3Server(S3_SERVER);
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((store) => store.close()));
      await proxy?.close();
      proxy = undefined;
    });
    afterAll(() => server.stop());

    /** Opens the bucket through a proxy with faults. */
    async function openWith(faultOf: (number: number, method: string) => Fault, options: S3Options = {}): Promise<ObjectStore> {
      proxy = await startFaultProxy(server.settings.endpoint, faultOf);
      const store = createS3Store({ ...server.settings, endpoint: proxy.url }, options);
      opened.push(store);
      return store;
    }

    /** Returns the reason why each method is not available. */
    async function reasonsOf(store: ObjectStore): Promise<unknown[]> {
      const upload = { key: 'a', content_type, upload_id: '1' };
      const calls = [
        store.put('a', sampleBody(10), { content_type }),
        store.get('a'),
        store.head('a'),
        store.move('a', 'b'),
        store.remove(['a']),
        store.list(''),
        store.removeLeftovers(0),
        store.uploads.create('a', { content_type }),
        store.uploads.offset(upload),
        store.uploads.append(upload, 0, sampleBody(1)),
        store.uploads.finish(upload),
        store.uploads.abort(upload),
      ];
      return Promise.all(
        calls.map((call: Promise<unknown>) =>
          call.then(
            () => 'done',
            (error: unknown) => (error instanceof ObjectStoreUnavailable ? error.reason : error),
          ),
        ),
      );
    }

    test.each<[string, Fault, string]>([
      ['closes connections', 'reset', 'unreachable'],
      ['does not answer', 'hang', 'slow'],
      ['answers 503 SlowDown', { status: 503, code: 'SlowDown' }, 'slow'],
      ['answers 500', { status: 500, code: 'InternalError' }, 'failed'],
      ['answers 507', { status: 507, code: 'InsufficientStorage' }, 'full'],
      ['answers 403', { status: 403, code: 'AccessDenied' }, 'denied'],
    ])('throws ObjectStoreUnavailable from every method while the server %s', async (_, fault, reason) => {
      const store = await openWith(() => fault, { limits: { attempts: 1, ...(fault === 'hang' ? { request_ms: 200 } : {}) } });
      expect(await reasonsOf(store)).toEqual(Array.from({ length: 12 }, () => reason));
    });

    test('throws ObjectStoreUnavailable when no server listens, and without its bucket', async () => {
      const closed = await startFaultProxy(server.settings.endpoint, () => 'pass');
      await closed.close();
      const nowhere = createS3Store({ ...server.settings, endpoint: closed.url }, { limits: { attempts: 1 } });
      const bucketless = createS3Store({ ...server.settings, bucket: 'missing' }, { limits: { attempts: 1 } });
      opened.push(nowhere, bucketless);
      expect(new Set(await reasonsOf(nowhere))).toEqual(new Set(['unreachable']));
      await expect(bucketless.put('a', sampleBody(1), { content_type })).rejects.toMatchObject({ reason: 'denied' });
      await expect(bucketless.list('')).rejects.toMatchObject({ reason: 'denied' });
    });

    test.each<[Fault]>([['reset'], [{ status: 500, code: 'InternalError' }]])('retries a request that ends with %j', async (fault) => {
      const store = await openWith((number) => (number % 2 === 1 ? fault : 'pass'));
      const size = 10 * 1_048_576;
      await store.put('retried', sampleBody(size, 7), { content_type });
      expect((await bytesOf((await store.get('retried'))!.body)).equals(await bytesOf(sampleBody(size, 7)))).toBe(true);
      expect(proxy!.requests).toBeGreaterThan(5);
    });

    test('succeeds when the server has executed a request and every first answer is lost', async () => {
      const store = await openWith((number) => (number % 2 === 1 ? 'lose answer' : 'pass'));
      const size = 10 * 1_048_576;
      for (const bytes of [10, size]) await store.put('lost', sampleBody(bytes, 8), { content_type });
      const upload = await store.uploads.create('lost-upload', { content_type });
      await store.uploads.append(upload, 0, sampleBody(size, 8));
      expect(await store.uploads.finish(upload, { if_absent: true })).toBe(size);
      await store.move('lost-upload', 'lost-moved');
      const whole = await bytesOf(sampleBody(size, 8));
      for (const key of ['lost', 'lost-moved']) expect((await bytesOf((await store.get(key))!.body)).equals(whole)).toBe(true);
      await store.remove(['lost', 'lost-moved']);
      expect((await store.list('lost')).objects).toEqual([]);
    });

    test.each<[Fault, string]>([
      ['cut answer', 'unreachable'],
      ['stall answer', 'slow'],
    ])('ends the body of an object with ObjectStoreUnavailable at a %s', async (fault, reason) => {
      const writer = createS3Store(server.settings);
      opened.push(writer);
      await writer.put('cut', sampleBody(5 * 1_048_576), { content_type });
      const limits = { attempts: 1, ...(fault === 'stall answer' ? { idle_ms: 200 } : {}) };
      const store = await openWith(() => fault, { limits });
      const read = async (): Promise<Buffer> => bytesOf((await store.get('cut'))!.body);
      await expect(read()).rejects.toMatchObject({ name: 'ObjectStoreUnavailable', reason });
    });

    test('closes the connection of a body that is destroyed', async () => {
      const store = await openWith(() => 'pass');
      await store.put('destroyed', sampleBody(5 * 1_048_576), { content_type });
      const found = await store.get('destroyed');
      found!.body.destroy();
      expect(await store.head('destroyed')).toMatchObject({ size: 5 * 1_048_576 });
    });

    test('moves an object that is too large for a copy', async () => {
      const store = await openWith(() => 'pass', { max_copy_bytes: 1_000 });
      await store.put('copied/from', sampleBody(2_000, 6), { content_type: 'image/gif' });
      expect(await store.move('copied/from', 'copied/to')).toBe(true);
      expect(await store.head('copied/from')).toBeUndefined();
      const moved = await store.get('copied/to');
      expect(moved).toMatchObject({ content_type: 'image/gif', size: 2_000 });
      expect((await bytesOf(moved!.body)).equals(await bytesOf(sampleBody(2_000, 6)))).toBe(true);
    });
  });
} else test.skip('the object store over S3: S3_SERVER does not name its server', () => {});
