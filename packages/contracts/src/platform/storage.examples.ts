/** Requests that the storage usage answers. */
export const storageExamples = {
  get_storage_usage: [
    'How much storage does our Space use?',
    'How full is our account, and what is the limit?',
    'Are we close to running out of space?',
    'How many gigabytes and rows may we still add?',
    'Saving fails because a storage limit is reached; show the quota',
    'How many uploaded files do our forms keep in total?',
  ],
} as const;
