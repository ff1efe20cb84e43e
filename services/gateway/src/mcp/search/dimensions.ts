/** Numbers of a vector of the model that comes with the system. */
export const DIMENSIONS = 384;
