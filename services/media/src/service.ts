import { fileURLToPath } from 'node:url';
import { wordFiles } from '@space/contracts/documents';
import { assetVariants } from '@space/contracts/uploads';
import { type Service, serving } from '@space/runtime';
import { manifest } from '../../manifest.ts';
import { fileTask } from './jobs/file-task.ts';
import { jobMetrics } from './metrics/job-metrics.ts';
import { variantHandlers } from './variants/open-variant.ts';
import { variantSweeper } from './variants/sweep-variants.ts';
import { wordFileHandlers } from './word/word-files.ts';
import { createWorkers } from './worker/workers.ts';

/** Processes that read new files. */
const READERS = 1;

/** Processes that read files of Word, for which someone waits. */
const WORD_READERS = 1;

/** Processes that make variants, for which someone waits. */
const MAKERS = 2;

/**
 * The work on the bytes of files. Bytes of strangers are decoded in worker processes without secrets, sockets and transactions: a file that
 * kills its decoder kills nothing else. Postgres is the queue: library inserts a row for a new file, and a process claims it for a time. Each
 * different file of a Space is read once; a file that ends its worker twice has failed.
 *
 * A variant of a picture is made with the first request, stored, and removed 30 days after its last one or with its picture.
 */
export const mediaService: Service = {
  ...manifest.media,
  migrations: fileURLToPath(new URL('../../library/migrations', import.meta.url)),
  followsDatabaseClock: true,
  open(ports) {
    const readers = createWorkers(READERS);
    const makers = createWorkers(MAKERS);
    const wordReaders = createWorkers(WORD_READERS);
    return {
      serves: [serving(assetVariants, variantHandlers(ports, makers)), serving(wordFiles, wordFileHandlers(ports, wordReaders))],
      tasks: [
        fileTask(ports, readers),
        variantSweeper(ports),
        jobMetrics(ports),
        { name: 'readers of files', start: async () => {}, stop: readers.stop },
        { name: 'makers of variants', start: async () => {}, stop: makers.stop },
        { name: 'readers of files of Word', start: async () => {}, stop: wordReaders.stop },
      ],
    };
  },
};
