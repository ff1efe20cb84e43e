import type { Handlers } from '@space/bus';
import { Problem } from '@space/contracts/core';
import { MAX_WAITING_WORD_FILES, WORD_FILE_MS, WordRefusal, type wordFiles } from '@space/contracts/documents';
import { objectsOf, type Ports } from '@space/runtime';
import { readFile } from '../file/read-file.ts';
import { Unreadable } from '../file/unreadable.ts';
import { WorkerEnded } from '../worker/worker-process.ts';
import type { Workers } from '../worker/workers.ts';

const CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const RETRY_AFTER_S = 5;

/** Creates the handlers that read files of Word. */
export function wordFileHandlers(ports: Pick<Ports, 'objects'>, workers: Workers): Handlers<typeof wordFiles> {
  /** The Spaces of the files that are read or wait. */
  const open: string[] = [];

  async function read(space: string, sha256: string, size: number) {
    const bytes = await readFile(objectsOf(ports), space, sha256, size);
    if (!bytes) throw new Problem('not_found', 'The file was deleted a moment ago.');
    return workers.run('word', { bytes, size, content_type: CONTENT_TYPE }, { space, deadline_ms: WORD_FILE_MS });
  }

  return {
    async read({ input: { sha256, size }, caller: { space_id: space } }) {
      const own = open.filter((one) => one === space).length;
      if (open.length >= MAX_WAITING_WORD_FILES.process || own >= MAX_WAITING_WORD_FILES.space)
        throw new Problem('unavailable', 'Too many files of Word are being read; try again in a moment.', { retry_after_s: RETRY_AFTER_S });
      open.push(space);
      try {
        return { content: await read(space, sha256, size), refusal: null };
      } catch (error) {
        if (error instanceof WorkerEnded) return { content: null, refusal: 'worker_ended' };
        if (!(error instanceof Unreadable)) throw error;
        return { content: null, refusal: WordRefusal.catch('unreadable').parse(error.reason) };
      } finally {
        open.splice(open.indexOf(space), 1);
      }
    },
  };
}
