import { validate } from '@space/bus';
import { currencyDecimals, MAX_MONEY_UNITS } from '@space/contracts/commerce';
import { toSentence } from '@space/contracts/core';
import { z } from 'zod';
import { EventFieldError } from './provider.ts';

/** Returns a part of an event as its schema reads it. Throws EventFieldError with the path of the first field that is missing or wrong. */
export function readFields<S extends z.ZodType>(schema: S, value: unknown, at: readonly string[] = []): z.output<S> {
  const read = validate(schema, value, at);
  if (read.success) return read.data;
  const { path, message } = read.errors[0]!;
  throw new EventFieldError(path, toSentence(`${path === '' ? 'The event' : path} ${message}`));
}

/** An amount of money that was moved: a whole number of the smallest unit, never negative. */
export const amountField = z.int().min(0).max(MAX_MONEY_UNITS);

/** A currency in any case; it is read in capital letters. A currency without known decimals is an error with the word unknown_currency. */
export const currencyField = z
  .string()
  .regex(/^[A-Za-z]{3}$/, 'must be a currency such as EUR')
  .transform((code) => code.toUpperCase())
  .refine((code) => currencyDecimals.has(code), {
    error: ({ input }) => `is the unknown_currency ${input}: its amounts cannot be read`,
  });

/** An id at a provider. */
export const idField = z.string().min(1).max(255);

/** A text that may be null or absent; it is read as null then. */
export const textField = z
  .string()
  .nullish()
  .transform((text) => text ?? null);

/** A time in seconds since 1970; it is read as ISO 8601. */
export const unixField = z
  .int()
  .min(0)
  .max(253_402_300_799)
  .transform((seconds) => new Date(seconds * 1_000).toISOString());

/** A time in seconds since 1970 that may be null or absent; it is read as null then. */
export const optionalUnixField = unixField.nullish().transform((time) => time ?? null);

/** A time with a zone in ISO 8601; it is read in UTC with milliseconds. */
export const timeField = z.iso.datetime({ offset: true }).transform((time) => new Date(time).toISOString());

/** A time in ISO 8601 that may be null or absent; it is read as null then. */
export const optionalTimeField = timeField.nullish().transform((time) => time ?? null);
