import { writeFileSync } from 'node:fs';
import { Unreadable } from '../file/unreadable.ts';
import type { WorkerReply, WorkerRequest } from './worker-message.ts';
import { works } from './works.ts';

/** Lets the kernel end this process before its parent when memory is short. */
function volunteer(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Other systems, and sandboxes that hide the file, choose by size.
  }
}

async function answer({ kind, input }: WorkerRequest): Promise<WorkerReply> {
  try {
    return { result: await works[kind](input as never), rss: process.memoryUsage.rss() };
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : '';
    return { reason: error instanceof Unreadable ? error.reason : 'unreadable', detail, rss: process.memoryUsage.rss() };
  }
}

volunteer();
process.on('disconnect', () => process.exit());
process.on('message', (request: WorkerRequest) => void answer(request).then((reply) => process.send!(reply)));
