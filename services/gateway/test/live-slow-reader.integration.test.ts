import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { liveSignal } from '@space/contracts/core';
import { type LiveSignal, MAX_LIVE_UNSENT_BYTES } from '@space/contracts/live';
import { metrics } from '@space/runtime';
import { eventually } from '@space/runtime/testing';
import { readMessage } from '../src/live-editing/messages.ts';
import type { TestConnection } from './fixtures/live-door.ts';
import { type OwnDoor, startOwnDoor } from './fixtures/own-door.ts';

let door: OwnDoor;
beforeAll(async () => {
  door = await startOwnDoor();
});
afterAll(() => door.stop());

const UPDATE_BYTES = 1_000_000;
/** The bytes that a kernel takes for both ends of a connection, at most: they are no memory of the gateway. */
const KERNEL_BYTES = 32 * 1_048_576;

const updatesOf = ({ received }: TestConnection): number =>
  received.filter((bytes) => readMessage(new Uint8Array(bytes))?.type === 'update').length;

async function slowEnds(): Promise<number> {
  const { values } = await metrics.liveRefused.get();
  return values.find(({ labels }) => labels.reason === '1013')?.value ?? 0;
}

test('an editor that does not read is closed when 12 MiB wait for it, and the others receive every update', async () => {
  const [reader, slow] = [door.open('spc_1', 'doc_1'), door.open('spc_1', 'doc_1', 'Slow')];
  await Promise.all([reader.opened, slow.opened]);
  const [before, atFirst] = [await slowEnds(), { reader: updatesOf(reader), slow: updatesOf(slow) }];
  slow.pause();
  const update = Buffer.alloc(UPDATE_BYTES, 7).toString('base64');
  const most = Math.ceil((MAX_LIVE_UNSENT_BYTES.socket + KERNEL_BYTES) / UPDATE_BYTES);
  let sent = 0;
  for (; sent < most && (await slowEnds()) === before; sent += 1) {
    const signal: LiveSignal = { kind: 'updates', first_version: sent + 2, updates: [update], batch: null };
    door.library.ports.bus.publish(liveSignal('doc_1'), Buffer.from(JSON.stringify(signal)));
    await eventually(() => expect(updatesOf(reader) - atFirst.reader).toBe(sent + 1));
  }
  expect(await slowEnds()).toBe(before + 1);
  expect(sent * UPDATE_BYTES).toBeGreaterThan(MAX_LIVE_UNSENT_BYTES.socket);
  slow.resume();
  // The close frame comes after all that waited, unless the client was too slow for that, too.
  expect([1013, 1006]).toContain(await slow.ended);
  const again = door.open('spc_1', 'doc_1', 'Slow');
  await again.opened;
  again.close();
  reader.close();
  await Promise.all([again.ended, reader.ended]);
});
