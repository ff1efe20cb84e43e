import { z } from 'zod';

/** Returns the error of a schema whose values have one description, such as "must be a colour"; an absent value is just required. */
export const unlessAbsent =
  (sentence: string) =>
  ({ input }: { readonly input?: unknown }): string | undefined =>
    input === undefined ? undefined : sentence;

/** Returns the error of a schema for a value of another type, with an example; its other rules have sentences of their own. */
export const ofWrongType =
  (sentence: string) =>
  ({ code, input }: { readonly code: string; readonly input?: unknown }): string | undefined =>
    code === 'invalid_type' && input !== undefined ? sentence : undefined;

/** Characters of an id, and of a name in its place. */
export const MAX_ID_LENGTH = 64;

/** An id in a path or a reference: any short string, since a malformed id is simply not found. */
export const id = (noun: string) => z.string().min(1).max(MAX_ID_LENGTH).describe(`Id of the ${noun}`);

/** A list of ids, each at most once: an answer and an undo then have each thing once. */
export const distinctIds = (entry: z.ZodString, most: number, description: string) =>
  z
    .array(entry)
    .min(1)
    .max(most)
    .refine((all) => new Set(all).size === all.length, 'must not have an entry twice')
    .meta({ description, uniqueItems: true });

/** A timestamp of the server, ISO 8601 UTC with milliseconds. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** The fields that every resource has (contract, B1). */
export const resource = { id: z.string(), created_at: timestamp, updated_at: timestamp };

/** One line of text of at most `max` characters, without control characters; it is not trimmed. */
export const line = (max: number) =>
  z
    .string()
    .max(max)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'must be one line without control characters');

/** A line with at least one character that is not a space. */
export const nonEmptyLine = (max: number) => line(max).regex(/\S/, 'must not be empty');

/** At most 64 characters before the @ and 63 in each label of the domain, as RFC 5321 and RFC 1035 say. */
const EMAIL_PATTERN =
  /^(?=[^@]{1,64}@)(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/** An email address of at most 254 characters: the one rule for contacts, guests, answers of forms and cells. */
export const emailAddress = z.email({ pattern: EMAIL_PATTERN, error: unlessAbsent('must be an email address') }).max(254);

/** The answer to a deletion. */
export const Deleted = z.object({ id: z.string(), deleted: z.literal(true) });

/** Says in the answer of a deletion or a restoration whether the thing was in the trash. */
export const wasTrashed = z.boolean().describe('True if it was in the trash before the call');

/**
 * Any JSON value. It validates nothing, since what it gets was parsed as JSON: z.json() would try six types for each part of
 * the value, which costs a second for a body of 1 MiB.
 */
export const jsonValue = z.unknown().refine((value) => value !== undefined, 'is required') as unknown as z.ZodType<
  z.core.util.JSONType,
  z.core.util.JSONType
>;

/** The fields that a change replaced, as they were before it: sending them again undoes the change. */
export const fieldsBefore = z.record(z.string(), jsonValue).describe('The changed fields as they were before');

/** A JSON object; the keys have at most 128 characters. */
export const jsonObject = z.record(z.string().max(128), jsonValue);
