import { MINUTE_MS, SECOND_MS } from '@space/time';

/** The lease of a gateway that writes the bytes of an upload. It renews the lease while bytes arrive. */
export const UPLOAD_LEASE_MS = 20 * SECOND_MS;

/** The interval at which a gateway renews the lease of an upload and records its offset. */
export const UPLOAD_RENEWAL_MS = 2 * SECOND_MS;

/** The life of the link to the bytes of an asset that an agent receives over MCP. */
export const AGENT_LINK_MS = 10 * MINUTE_MS;

/** Bytes of the largest picture that an agent receives over MCP as a picture; a larger one is a link. */
export const MAX_AGENT_PICTURE_BYTES = 1_048_576;

/** Uploads whose bytes one gateway receives at a time, in all and of one Space. */
export const MAX_UPLOADS_AT_A_TIME = { gateway: 24, space: 8 } as const;

/** The time for which a sender of an upload may pause; its request then ends, and the upload can be continued. */
export const UPLOAD_PAUSE_MS = 30 * SECOND_MS;

/** Unfinished uploads whose digest one gateway remembers. */
export const MAX_UPLOAD_DIGESTS = 1_000;

/** Milliseconds in which a variant of a picture is made. */
export const VARIANT_MS = 20 * SECOND_MS;

/** Variants of pictures that wait in one process, in all and of one Space; further requests are refused. */
export const MAX_WAITING_VARIANTS = { process: 32, space: 16 } as const;
