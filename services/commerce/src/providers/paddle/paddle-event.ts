import type { z } from 'zod';
import { readFields } from '../../provider-port/event-fields.ts';

/** An event of Paddle whose envelope was read. */
export interface PaddleEvent {
  readonly id: string;
  /** The time at which it happened, ISO 8601. */
  readonly at: string;
  /** The thing that the event is about, not yet read. */
  readonly data: unknown;
}

/** Returns the thing of an event as its schema reads it. Throws EventFieldError. */
export const readData = <S extends z.ZodType>(schema: S, { data }: PaddleEvent): z.output<S> => readFields(schema, data, ['data']);
