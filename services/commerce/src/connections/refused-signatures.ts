import type { Check } from './report.ts';

/** The seconds in which refused signatures of a connection are counted together. */
export const REFUSED_WINDOW_S = 600;

/** Refused signatures in that time after which a connection is failing. */
export const REFUSED_SIGNATURES = 20;

/** The error of a connection whose signatures were refused many times. */
export const badSignature: NonNullable<Check['error']> = {
  code: 'bad_signature',
  message: 'The signatures of many webhooks are wrong; the signing secret is another one.',
};
