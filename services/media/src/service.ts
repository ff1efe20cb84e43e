import { fileURLToPath } from 'node:url';
import type { Service } from '@space/runtime';
import { manifest } from '../../manifest.ts';
import { fileTask } from './jobs/file-task.ts';
import { createWorkers } from './worker/workers.ts';

/** Processes that read new files. */
const READERS = 1;

/**
 * The work on the bytes of files. Bytes of strangers are decoded in worker processes without secrets, sockets and transactions: a file that
 * kills its decoder kills nothing else. Postgres is the queue: library inserts a row for a new file, and a process claims it for a time. Each
 * different file of a Space is read once; a file that ends its worker twice has failed.
 */
export const mediaService: Service = {
  ...manifest.media,
  migrations: fileURLToPath(new URL('../../library/migrations', import.meta.url)),
  followsDatabaseClock: true,
  open(ports) {
    const readers = createWorkers(READERS);
    return {
      serves: [],
      tasks: [fileTask(ports, readers), { name: 'workers', start: async () => {}, stop: readers.stop }],
    };
  },
};
