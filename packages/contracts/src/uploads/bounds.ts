import { SECOND_MS } from '@space/time';
import type { Bound } from '../core/bound.ts';
import * as limits from './limits.ts';

/** Bounds of the byte door. */
export const uploadBounds: readonly Bound[] = [
  {
    subject: 'uploads whose bytes arrive at a time',
    value: limits.MAX_UPLOADS_AT_A_TIME.gateway,
    unit: 'uploads',
    per: 'process',
    refusal: 'unavailable',
  },
  {
    subject: 'uploads whose bytes arrive at a time, for each gateway',
    value: limits.MAX_UPLOADS_AT_A_TIME.space,
    unit: 'uploads',
    per: 'Space',
    refusal: 'unavailable',
  },
  {
    subject: 'pause of a sender of bytes',
    value: limits.UPLOAD_PAUSE_MS / SECOND_MS,
    unit: 'seconds',
    per: 'connection',
    effect: 'the request ends; what arrived is stored, and the upload can be continued',
  },
  {
    subject: 'lease of a gateway that receives the bytes of an upload',
    value: limits.UPLOAD_LEASE_MS / SECOND_MS,
    unit: 'seconds',
    per: 'request',
    effect: 'it is renewed while bytes arrive; another request then answers 423 `locked`',
  },
  {
    subject: 'pause after which a sender of bytes gives way to another one',
    value: limits.UPLOAD_RENEWAL_MS / SECOND_MS,
    unit: 'seconds',
    per: 'request',
    effect: 'its request ends with 408 `request_timeout`',
  },
  {
    subject: 'unfinished uploads whose digest a gateway remembers',
    value: limits.MAX_UPLOAD_DIGESTS,
    unit: 'uploads',
    per: 'process',
    effect: 'the bytes of others are read again for their SHA-256',
  },
  { subject: 'making of a variant of a picture', value: limits.VARIANT_MS, unit: 'ms', per: 'request', refusal: 'unavailable' },
  {
    subject: 'variants of pictures that wait',
    value: limits.MAX_WAITING_VARIANTS.process,
    unit: 'variants',
    per: 'process',
    refusal: 'unavailable',
  },
  {
    subject: 'variants of pictures that wait, for each process',
    value: limits.MAX_WAITING_VARIANTS.space,
    unit: 'variants',
    per: 'Space',
    refusal: 'unavailable',
  },
  {
    subject: 'picture that an agent receives as a picture',
    value: limits.MAX_AGENT_PICTURE_BYTES,
    unit: 'bytes',
    per: 'request',
    effect: 'a larger file is a link',
  },
  {
    subject: 'life of a link to a file that an agent receives',
    value: limits.AGENT_LINK_MS / SECOND_MS,
    unit: 'seconds',
    per: 'request',
    effect: 'the link answers 404',
  },
];
