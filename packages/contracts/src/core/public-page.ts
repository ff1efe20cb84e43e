import { z } from 'zod';
import type { EventType } from './event.ts';
import { operation } from './operation.ts';

/** What a visitor of the second origin asks for, as the gateway hands it on. */
const pageRequest = {
  path: z.string().max(2_048).describe('The path that was asked for'),
  query: z.record(z.string(), z.string()).default({}),
  form: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .nullable()
    .default(null)
    .describe('The fields of a form that was sent; null for a GET'),
  cookie: z.string().max(4_096).nullable().default(null),
  if_none_match: z.string().max(1_024).nullable().default(null),
  visitor: z.string().max(64).describe('The address of the visitor, for limits; never kept'),
};

/** A file that was sent with a form; only pages that take files are given any. */
const PageFile = z.strictObject({
  field: z.string().max(200).describe('The name of the field it was chosen in'),
  name: z.string().max(255).describe('Its name, as the browser says'),
  content_base64: z.string(),
});

/** What a visitor gets: a whole answer but for the headers that every page of the second origin has. */
export const PageAnswer = z.object({
  status: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** Of a shared page: the gateway may answer it again until one of these is told to have changed (signals.ts). */
  tags: z.array(z.string().max(100)).max(10).optional(),
});

/** What a visitor gets. */
export type PageAnswer = z.infer<typeof PageAnswer>;

/**
 * A page of the second origin: its path there and what it is. The gateway turns each into a route, asks the service over
 * the bus without a key, and sends what it answers; `:name` in the path is a field of the input.
 */
export const publicPage = <Parameters extends z.ZodRawShape, const Emits extends readonly EventType[] = readonly []>(page: {
  readonly summary: string;
  readonly description?: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly parameters: Parameters;
  /** Whether it is the same for everybody, whatever their query and cookie. */
  readonly shared?: boolean;
  /** What happens when it is sent. */
  readonly emits?: Emits;
  /** Whether pages of any site may send this form, as one that embeds it does; it is told no cookie. */
  readonly from_any_site?: boolean;
}) =>
  operation({
    summary: page.summary,
    ...(page.description === undefined ? {} : { description: page.description }),
    audience: 'public',
    ...(page.shared ? { shared: true } : {}),
    route: { method: page.method, path: page.path, status: 200 },
    input: z.strictObject({ ...page.parameters, ...pageRequest }),
    output: PageAnswer,
    ...(page.emits === undefined ? {} : { emits: page.emits }),
    ...(page.from_any_site === undefined ? {} : { from_any_site: page.from_any_site }),
  });

/** Adds the files of a form to the parameters of a page that takes any, sent as multipart/form-data. */
export const pageFiles = { files: z.array(PageFile).max(100).default([]) };
