import { parentPort } from 'node:worker_threads';
import { lowerThreadPriority } from '@space/worker';
import { RichTextError, type RichTextErrorCode, type RichTextErrorPlace } from '../schema/rich-text-error.ts';
import { performJob, type TextJobName, type TextJobs } from './text-job.ts';

/** A request to the thread: one job. */
export interface TextRequest<Name extends TextJobName = TextJobName> {
  readonly name: Name;
  readonly input: TextJobs[Name]['takes'];
}

/** The reply of the thread: the result, a refusal, or the message of an unexpected error. */
export type TextReply =
  | { readonly result: unknown }
  | { readonly refusal: { readonly code: RichTextErrorCode; readonly message: string; readonly place: RichTextErrorPlace } }
  | { readonly failure: string };

lowerThreadPriority();

/** Performs jobs in a worker thread, one at a time. */
parentPort?.on('message', ({ name, input }: TextRequest) => {
  parentPort?.postMessage(answer(name, input));
});

function answer(name: TextJobName, input: TextRequest['input']): TextReply {
  try {
    return { result: performJob(name, input as never) };
  } catch (error) {
    if (!(error instanceof RichTextError)) return { failure: error instanceof Error ? error.message : String(error) };
    const { code, message, place } = error;
    return { refusal: { code, message, place } };
  }
}
