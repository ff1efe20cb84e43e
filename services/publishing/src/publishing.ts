import type { Ports } from '@space/runtime';
import { publicOrigin } from '@space/web';
import { type OutlineReader, outlineReader } from './references/outline-reader.ts';

/** What the handlers of pages share. */
export interface Publishing {
  readonly ports: Ports;
  /** Where visitors reach the second origin. */
  readonly origin: string;
  readonly outlines: OutlineReader;
}

/** Joins it on some ports. */
export function publishingOn(ports: Ports): Publishing {
  const origin = publicOrigin(ports.config);
  return { ports, origin, outlines: outlineReader(origin) };
}
