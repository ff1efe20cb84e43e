import { expect, test } from '@jest/globals';
import { assets } from '@space/contracts/assets';
import { fileTask } from '../src/jobs/file-task.ts';
import { WorkerEnded } from '../src/worker/worker-process.ts';
import type { Workers } from '../src/worker/workers.ts';
import { useMedia } from './fixtures/media-service.ts';
import { jpegWithPlace } from './fixtures/pictures.ts';

const media = useMedia({ isIdle: true });

test('a file that ends its worker twice has failed and is not tried again', async () => {
  const space = media.newSpace();
  let works = 0;
  const deadly: Workers = {
    count: 1,
    load: () => 0,
    async run() {
      works += 1;
      throw new WorkerEnded('SIGSEGV');
    },
    async stop() {},
  };
  const ports = { ...media.ports, bus: { ...media.ports.bus, subscribe: () => () => {} } };
  const asset = await space.create('deadly.jpg', await jpegWithPlace(33, 33));
  for (let round = 0; round < 4; round += 1) {
    const task = fileTask(ports, deadly);
    await task.start();
    await task.stop();
    media.ports.clock.advance(10_000);
  }
  expect(works).toBe(2);
  expect((await space.call(assets, 'get', { id: asset.id })).processing.dimensions).toBe('failed');
});
