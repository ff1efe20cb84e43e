/** The number of dimensions of a vector of the local model. */
export const DIMENSIONS = 384;
