import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import { createOutlineReader, type OutlineReader } from '../references/outline-reader.ts';

/** The dependencies that the handlers of pages share. */
export interface Publishing {
  readonly ports: Ports;
  /** The public origin, without a slash at its end. */
  readonly origin: string;
  readonly outlines: OutlineReader;
}

/** Returns the dependencies of the handlers of pages. */
export function createPublishing(ports: Ports): Publishing {
  const origin = publicOrigin(ports.config);
  return { ports, origin, outlines: createOutlineReader(origin) };
}
