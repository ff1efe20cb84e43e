/** Buckets in which a duration doubles: each is at most 19 % longer than the one before. */
const BUCKETS_PER_DOUBLING = 4;

/** Returns the bucket of a duration in milliseconds: 0 for at most one, and buckets of greater numbers for longer ones. */
export const bucketOf = (milliseconds: number): number =>
  milliseconds <= 1 ? 0 : Math.ceil(Math.log2(milliseconds) * BUCKETS_PER_DOUBLING);

/** Returns the longest duration of a bucket, in whole milliseconds. */
export const longestIn = (bucket: number): number => Math.floor(2 ** (bucket / BUCKETS_PER_DOUBLING));
