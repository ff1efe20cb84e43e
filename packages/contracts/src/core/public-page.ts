import { z } from 'zod';
import type { EventType } from './event.ts';
import { MAX_FORM_FILES } from './limits.ts';
import { operation } from './operation.ts';
import { pageLocale } from './page-locale.ts';

/** The request of a visitor of the public origin, as the gateway passes it on. */
const pageRequest = {
  path: z.string().max(2_048).describe('The path of the request'),
  query: z.record(z.string(), z.string()).default({}),
  form: z
    .record(z.string(), z.union([z.string(), z.array(z.string())]))
    .nullable()
    .default(null)
    .describe('The fields of a form that was sent; null for a GET'),
  cookie: z.string().max(4_096).nullable().default(null),
  if_none_match: z.string().max(1_024).nullable().default(null),
  locale: pageLocale.default('en').describe('The language that the browser of the visitor prefers; of a shared page without a region'),
  visitor: z.string().max(64).describe('The address of the visitor, for rate limits; never stored'),
};

/** The question that precedes a form, of pages that take one. */
const formProbe = {
  probe: z
    .boolean()
    .default(false)
    .describe('True for the question, before the form is read, if the page takes one now; it changes nothing and is answered `takesForm`'),
};

/** A file that was sent with a form; only pages that declare `pageFiles` receive files. */
const PageFile = z.strictObject({
  field: z.string().max(200).describe('The name of the field it was chosen in'),
  name: z.string().max(255).describe('Its name, as the browser says'),
  content_base64: z.string(),
});

/** The response to a visitor, without the headers that every page of the public origin has. */
export const PageAnswer = z.object({
  status: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** The encoding of the body: base64 for bytes that are no text. */
  encoding: z.enum(['utf8', 'base64']).optional(),
  /** Cache tags of a shared page: the gateway caches the response until one of them is invalidated (signals.ts). */
  tags: z.array(z.string().max(100)).max(10).optional(),
});

/** The response to a visitor. */
export type PageAnswer = z.infer<typeof PageAnswer>;

/** The fields of a probe, of a page with this method. */
type ProbeOf<Method> = Method extends 'POST' ? typeof formProbe : Record<never, never>;

/** The answer of a page to a probe when it takes a form now; it answers any other page as it would answer the form. */
export const takesForm: PageAnswer = { status: 204, headers: {}, body: '' };

/**
 * Declares a page of the public origin. The gateway makes a route of it, calls the service over the bus without a key and
 * sends its response; `:name` in the path is a field of the input.
 */
export const publicPage = <
  Parameters extends z.ZodRawShape,
  const Method extends 'GET' | 'POST',
  const Emits extends readonly EventType[] = readonly [],
>(page: {
  readonly summary: string;
  readonly description?: string;
  readonly method: Method;
  readonly path: string;
  readonly parameters: Parameters;
  /** True when the page is the same for all visitors: it receives neither query nor cookie. */
  readonly shared?: boolean;
  /** The events that sending the form emits. */
  readonly emits?: Emits;
  /** True when pages of any site may send this form, as pages that embed it do; it receives no cookie. */
  readonly from_any_site?: boolean;
}) =>
  operation({
    summary: page.summary,
    ...(page.description === undefined ? {} : { description: page.description }),
    audience: 'public',
    ...(page.shared ? { shared: true } : {}),
    route: { method: page.method, path: page.path, status: 200 },
    input: z.strictObject({ ...page.parameters, ...pageRequest, ...((page.method === 'POST' ? formProbe : {}) as ProbeOf<Method>) }),
    output: PageAnswer,
    ...(page.emits === undefined ? {} : { emits: page.emits }),
    ...(page.from_any_site === undefined ? {} : { from_any_site: page.from_any_site }),
  });

/**
 * Declares a webhook of the public origin, which other systems send. The gateway hands its body on byte for byte, with the
 * named headers; the service that answers verifies the signature.
 */
export const publicWebhook = <const Emits extends readonly EventType[] = readonly []>(webhook: {
  readonly summary: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly max_body_bytes: number;
  readonly emits?: Emits;
}) =>
  operation({
    summary: webhook.summary,
    audience: 'public',
    route: { method: 'POST', path: webhook.path, status: 200 },
    input: z.strictObject({
      id: z.string().min(1).max(64),
      headers: z.record(z.string(), z.string()).describe('The named headers that the request has once'),
      raw_body: z.base64().describe('The bytes of the body'),
    }),
    output: PageAnswer,
    raw_headers: webhook.headers,
    max_body_bytes: webhook.max_body_bytes,
    ...(webhook.emits === undefined ? {} : { emits: webhook.emits }),
  });

/** The parameter for the files of a form that is sent as multipart/form-data. */
export const pageFiles = { files: z.array(PageFile).max(MAX_FORM_FILES).default([]) };
