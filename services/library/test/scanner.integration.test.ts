import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { assets, assetUploads, formAssets } from '@space/contracts/assets';
import { metrics } from '@space/runtime';
import { eventually } from '@space/runtime/testing';
import { MINUTE_MS } from '@space/time';
import { createClamd, readClamdAddress } from '../src/scanner/clamd.ts';
import { type ClamdServer, createClamdServer, EICAR, MAX_STREAM } from './fixtures/clamd-server.ts';
import { base64, type LibrarySpace, newUpload, senderTo, sha256, useLibraryService } from './fixtures/library-service.ts';

const { CLAMD } = process.env;

if (CLAMD) {
  const clamd: ClamdServer = await createClamdServer(CLAMD);
  const service = useLibraryService({ SPACE_SCANNER: clamd.address, SPACE_WEBHOOK_ALLOW: '127.0.0.0/8' });
  beforeAll(() => clamd.start());
  afterAll(() => clamd.close());

  async function* sized(bytes: number): AsyncGenerator<Uint8Array> {
    const chunk = randomBytes(100_000);
    for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
  }

  describe('clamd', () => {
    test.each([
      ['TCP', clamd.address],
      ['a socket', clamd.socketAddress],
    ])('answers over %s for each kind of file', async (_name, address) => {
      const scanner = createClamd(readClamdAddress(address)!);
      const scan = (body: () => AsyncIterable<Uint8Array>) => scanner.scan(async () => body(), 30_000);
      expect(await scan(() => sized(0))).toEqual({ outcome: 'clean' });
      expect(await scan(() => sized(MAX_STREAM - 1))).toEqual({ outcome: 'clean' });
      expect(
        await scan(async function* inParts() {
          for (const byte of EICAR) yield Buffer.from([byte]);
        }),
      ).toEqual({ outcome: 'infected', signature: expect.stringContaining('Eicar-Test') });
      // The reply can be lost with the connection, so that the file is sent again.
      await eventually(async () => expect(await scan(() => sized(40 * MAX_STREAM))).toEqual({ outcome: 'too_large' }));
    });

    test('an error of the body is thrown as it is', async () => {
      const failure = new Error('the store failed');
      const broken = async function* broken() {
        yield Buffer.from('a');
        throw failure;
      };
      await expect(createClamd(readClamdAddress(clamd.address)!).scan(async () => broken(), 30_000)).rejects.toBe(failure);
    });
  });

  describe('the files of assets', () => {
    let space: LibrarySpace;
    beforeEach(() => {
      space = service.newSpace();
    });

    /** Returns an upload whose bytes were sent. */
    const sent = async (bytes: Buffer, name = 'data.bin') => {
      const upload = await newUpload(space, bytes, { name });
      await senderTo(service, space).send(upload, bytes);
      return upload.id;
    };
    const upload = (id: string) => space.call(assetUploads, 'get', { id });
    const rejected = (id: string) =>
      eventually(async () => {
        const found = await upload(id);
        expect(found.status).toBe('rejected');
        return found;
      });

    test('a call with an infected file is refused, and nothing of it is stored', async () => {
      const { id } = await space.newAsset('a.txt', 'clean');
      const refusal = { code: 'invalid', extras: { errors: [{ path: 'content_base64', code: 'infected' }] } };
      await expect(space.call(assets, 'create', { name: 'b.txt', content_base64: base64(EICAR) })).rejects.toMatchObject(refusal);
      await expect(space.call(assets, 'replace', { id, content_base64: base64(EICAR) })).rejects.toMatchObject(refusal);
      expect(await space.call(assets, 'get', { id })).toMatchObject({ version: 1, sha256: sha256('clean') });
      expect((await service.store.list(`s/${space.id}/`)).objects).toHaveLength(1);
      await expect(
        space.call(assets, 'create', { name: 'c.bin', content_base64: base64(randomBytes(MAX_STREAM + 1)) }),
      ).rejects.toMatchObject({ code: 'invalid', extras: { errors: [{ code: 'too_large_to_scan' }] } });
    });

    test('a file from an address is scanned before it is an asset, and nothing of an infected one is stored', async () => {
      const server = createServer((_request, response) => response.end(EICAR)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const source_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      await expect(space.call(assets, 'create', { name: 'a.txt', source_url })).rejects.toMatchObject({
        code: 'invalid',
        extras: { errors: [{ path: 'source_url', code: 'infected' }] },
      });
      server.closeAllConnections();
      server.close();
      expect((await service.store.list('u/')).objects).toEqual([]);
      expect((await service.store.list(`s/${space.id}/`)).objects).toEqual([]);
    });

    test.each([
      ['infected', EICAR],
      ['too_large_to_scan', randomBytes(MAX_STREAM + 1)],
    ])('an upload is rejected as %s, and its bytes are removed', async (reason, bytes) => {
      const id = await sent(bytes);
      expect(await rejected(id)).toMatchObject({ reason, asset_id: null });
      expect((await space.events('asset_rejected'))[0]?.data).toMatchObject({ upload_id: id, reason });
      await eventually(async () => expect((await service.store.list(`u/${id}`)).objects).toEqual([]));
      expect((await service.store.list(`s/${space.id}/`)).objects).toEqual([]);
    });

    test('a file that is sent to a form is scanned without being stored', async () => {
      const scan = (bytes: Buffer) => space.call(formAssets, 'scan', { content_base64: base64(bytes) });
      expect(await scan(EICAR)).toEqual({ outcome: 'infected' });
      expect(await scan(Buffer.from('text'))).toEqual({ outcome: 'clean' });
      expect(await scan(randomBytes(MAX_STREAM + 1))).toEqual({ outcome: 'too_large' });
      expect((await service.store.list(`s/${space.id}/`)).objects).toEqual([]);
    });

    test('without an answer of the scanner a call is 503 and an upload waits, and both are accepted later', async () => {
      await clamd.stop();
      const content = { name: 'a.txt', content_base64: base64('text') };
      await expect(space.call(formAssets, 'scan', { content_base64: base64('text') })).rejects.toMatchObject({ code: 'unavailable' });
      await expect(space.call(assets, 'create', content)).rejects.toMatchObject({ code: 'unavailable', extras: { retry_after_s: 10 } });
      const id = await sent(Buffer.from('other text'), 'b.txt');
      await eventually(() => expect(service.ports.lines.some((line) => line.includes(id) && line.includes('retrying'))).toBe(true));
      expect(await upload(id)).toMatchObject({ status: 'checking', asset_id: null });
      expect((await service.store.list(`s/${space.id}/`)).objects).toEqual([]);
      await eventually(async () => expect((await metrics.scannerUp.get()).values[0]?.value).toBe(0));
      await clamd.start();
      expect(await space.call(assets, 'create', content)).toMatchObject({ size: 4 });
      service.ports.clock.advance(MINUTE_MS);
      await eventually(async () => expect(await upload(id)).toMatchObject({ status: 'ready' }));
      await eventually(async () => expect((await metrics.scannerUp.get()).values[0]?.value).toBe(1));
    });
  });
} else test.skip('the virus scanner: CLAMD does not name clamd', () => {});
