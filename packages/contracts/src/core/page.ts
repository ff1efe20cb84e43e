import { z } from 'zod';
import { DEFAULT_PAGE_SIZE, MAX_COUNTED_MATCHES, MAX_PAGE_SIZE } from './limits.ts';

/** Items of one page of a list; a number above the maximum is a 400, not a silent cut. */
export const limit = z
  .int()
  .min(1)
  .max(MAX_PAGE_SIZE)
  .default(DEFAULT_PAGE_SIZE)
  .describe(`Items to return; default ${DEFAULT_PAGE_SIZE}, at most ${MAX_PAGE_SIZE}`);

/** The characters of a cursor: base64url. */
export const CURSOR_PATTERN = /^[\w-]+$/;

/** The `next_cursor` of the page before, of at most so many characters. */
export const cursorOf = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(CURSOR_PATTERN, 'is not a cursor of this list')
    .describe('The next_cursor of the page before')
    .optional();

/** The `next_cursor` of the page before. It has the name or title of an entry if the list is sorted by it, so it can be long. */
export const cursor = cursorOf(2_560);

/** Items to skip. */
export const offset = z.int().min(0).default(0).describe('Items to skip; prefer cursor for long lists');

/** Asks for the number of all items that match; default false, since counting costs. */
export const includeTotal = z.boolean().default(false).describe('Also return total, the number of items that match');

/** The order of a list by name: a field, or with `-` before it the opposite order. */
export const sortBy = <const Field extends string>(fields: readonly Field[], byDefault: Field | `-${Field}`) =>
  z
    .enum(fields.flatMap((field): (Field | `-${Field}`)[] => [field, `-${field}`]))
    .default(byDefault as never)
    .describe('Order; - reverses it');

/** One page of a list. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().describe('Pass as cursor for the next page; null on the last'),
    total: z.int().optional(),
  });

/** One page of a list whose filtered total is counted up to `MAX_COUNTED_MATCHES`. */
export const countedPage = <Item extends z.ZodType>(item: Item) =>
  page(item).extend({
    total_is_exact: z
      .boolean()
      .optional()
      .describe(`Comes with total. False if more than ${MAX_COUNTED_MATCHES} items match: total is then ${MAX_COUNTED_MATCHES}`),
  });
