import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '@space/worker';
import { readPostText } from '../post-texts/post-text.ts';
import { readTemplate } from '../post-texts/template.ts';
import { findAssets } from '../references/find-assets.ts';
import { readOutline } from '../references/read-outline.ts';
import type { DocumentJob } from '../threads/document-thread.ts';

lowerThreadPriority();

/** Reads documents in a worker thread, one at a time. An error means that the document is too complex. */
parentPort?.on('message', (job: DocumentJob) => {
  try {
    parentPort?.postMessage({ result: read(job) });
  } catch {
    parentPort?.postMessage({});
  }
});

function read(job: DocumentJob): unknown {
  switch (job.kind) {
    case 'outline':
      return readOutline(job.text, job.origin);
    case 'assets':
      return findAssets(job.text, job.base);
    case 'post_text':
      return readPostText(job.text);
    case 'template':
      return readTemplate(job.text);
  }
}
