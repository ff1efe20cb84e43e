import type { Writer } from '@space/event-log';
import type { TextPool } from '@space/rich-text';
import type { Ports } from '@space/runtime';
import type { TextWork } from '../texts/text-work.ts';
import type { LiveStates } from './live-states.ts';

/** The ports of the handlers of live editing. */
export interface LivePorts {
  readonly ports: Ports;
  readonly writer: Writer;
  readonly texts: TextWork;
  /** The thread that checks updates. Edits of calls do not make it wait. */
  readonly pool: TextPool;
  readonly states: LiveStates;
  /** Work on one document at a time. */
  readonly turns: <T>(document: string, act: () => Promise<T>) => Promise<T>;
}
