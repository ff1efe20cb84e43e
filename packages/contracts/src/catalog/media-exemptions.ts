/** Constants of the service media that are no bounds of the product, by the reason. */
export const mediaExemptions: Readonly<Record<string, readonly string[]>> = {
  'The worker processes of media: their memory, and pauses. The bytes, pixels and time of a file are bounded': [
    'services/media/src/worker/worker-process.ts HEAP_MB',
    'services/media/src/worker/worker-process.ts MAX_RSS',
    'services/media/src/variants/make-variant.ts LOOK_MS',
  ],
  'Announcements of one new file: more assets cannot have got it before it was read': ['services/media/src/jobs/end-job.ts MAX_ANNOUNCED'],
};
