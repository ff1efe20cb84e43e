import type { z } from 'zod';
import { readFields } from '../../provider-port/event-fields.ts';

/** An event of Stripe whose envelope was read. */
export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  /** The time at which it happened, ISO 8601. */
  readonly at: string;
  /** The object that the event is about, not yet read. */
  readonly object: unknown;
  /** The values that the fields of the object had before an event of type `….updated`; empty for other types. */
  readonly previous: Readonly<Record<string, unknown>>;
}

/** Returns the object of an event as its schema reads it. Throws EventFieldError. */
export const readObject = <S extends z.ZodType>(schema: S, { object }: StripeEvent): z.output<S> =>
  readFields(schema, object, ['data', 'object']);
