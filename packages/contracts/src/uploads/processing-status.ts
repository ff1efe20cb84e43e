import { z } from 'zod';

/** The status of a part of the facts of a file. `unsupported`: files of this kind have no such part. */
export const ProcessingStatus = z.enum(['pending', 'done', 'failed', 'unsupported']);

/** The status of a part of the facts of a file. */
export type ProcessingStatus = z.output<typeof ProcessingStatus>;
