/** Constants of the object store that are no bounds of the product, by the reason. */
export const objectStoreExemptions: Readonly<Record<string, readonly string[]>> = {
  'The byte door: the time to read the answer to a body that is refused': ['services/gateway/src/bytes/byte-door.ts ANSWER_READ_MS'],
  'The object store: its parts and pages, what S3 and file systems demand, and waits for it. Callers bound what they store': [
    'packages/object-store/src/folder/folder-store.ts READ_BYTES',
    'packages/object-store/src/folder/object-file.ts HEADER_BYTES',
    'packages/object-store/src/folder/object-file.ts MAX_GATHERED_BYTES',
    'packages/object-store/src/port/object-key.ts MAX_KEY_LENGTH',
    'packages/object-store/src/port/object-store.ts MAX_LIST_LIMIT',
    'packages/object-store/src/port/object-store.ts MAX_OBJECT_BYTES',
    'packages/object-store/src/port/object-store.ts MAX_PARTS',
    'packages/object-store/src/port/object-store.ts PART_BYTES',
    'packages/object-store/src/s3/part-buffer.ts FIRST_BYTES',
    'packages/object-store/src/s3/s3-client.ts CONNECT_TIMEOUT_MS',
    'packages/object-store/src/s3/s3-client.ts IDLE_TIMEOUT_MS',
    'packages/object-store/src/s3/s3-client.ts MAX_ATTEMPTS',
    'packages/object-store/src/s3/s3-client.ts MAX_CONNECTIONS',
    'packages/object-store/src/s3/s3-client.ts REQUEST_TIMEOUT_MS',
    'packages/object-store/src/s3/s3-store.ts MAX_COPY_BYTES',
    'packages/object-store/src/s3/s3-uploads.ts MIN_PART_BYTES',
  ],
};
