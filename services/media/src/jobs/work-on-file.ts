import { type ProcessingWork, textBytesOf } from '@space/contracts/assets';
import type { CommonQueryMethods } from 'slonik';
import type { FileBytes } from '../file/file-bytes.ts';
import type { Workers } from '../worker/workers.ts';
import { finishPicture, type Job } from './files.queries.ts';
import { finishText } from './texts.queries.ts';

/** The storing of the result of a work; false if the claim has ended. */
export type StoreResult = (tx: CommonQueryMethods, job: Job, now: string) => Promise<boolean>;

/** Does the works on files, by kind: each returns how its result is stored. */
export const fileWorks: Readonly<
  Partial<Record<ProcessingWork, (workers: Workers, file: FileBytes, space: string) => Promise<StoreResult>>>
> = {
  async picture(workers, file, space) {
    const facts = await workers.run('picture', file, { space });
    return (tx, job, now) => finishPicture(tx, job, facts, now);
  },
  async text(workers, file, space) {
    const text = await workers.run('text', file, { space });
    return (tx, job, now) => finishText(tx, job, text, now);
  },
};

/** Returns the bytes of a file that a work needs, from its beginning. */
export const bytesFor = (job: Job): number => (job.work === 'text' ? (textBytesOf(job) ?? 0) : job.size);
