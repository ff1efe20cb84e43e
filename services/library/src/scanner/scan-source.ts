import { objectsOf, type Ports } from '@space/runtime';
import type { Source } from '../objects/store-object.ts';
import type { Scanner, Verdict } from './scanner.ts';

/** Scans the bytes of a file in memory or in the object store, from where they are streamed. Throws ScannerUnavailable. */
export const scanSource = (scanner: Scanner, ports: Pick<Ports, 'objects'>, source: Source, deadline_ms: number): Promise<Verdict> =>
  scanner.scan(async function openSource() {
    if ('bytes' in source) return chunks(source.bytes);
    const content = await objectsOf(ports).get(source.key);
    if (!content) throw new Error(`the object ${source.key} is absent`);
    return content.body;
  }, deadline_ms);

async function* chunks(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
