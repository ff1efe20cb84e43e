import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import { createOutlineReader, type OutlineReader } from '../references/outline-reader.ts';

/** What the handlers of pages share. */
export interface Publishing {
  readonly ports: Ports;
  /** Where visitors reach the second origin. */
  readonly origin: string;
  readonly outlines: OutlineReader;
}

/** Joins it on some ports. */
export function createPublishing(ports: Ports): Publishing {
  const origin = publicOrigin(ports.config);
  return { ports, origin, outlines: createOutlineReader(origin) };
}
