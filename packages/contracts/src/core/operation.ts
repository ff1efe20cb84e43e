import type { z } from 'zod';
import type { EventType } from './event.ts';
import type { ProblemCode } from './problem.ts';
import type { Role } from './role.ts';
import type { Scope } from './scope.ts';
import { refinePeriods } from './time-fields.ts';

/** An MCP tool that calls an operation; `preset` fixes arguments that the tool does not offer. */
export interface Tool {
  readonly name: string;
  readonly family: string;
  readonly action: string;
  readonly preset?: Readonly<Record<string, unknown>>;
  /** Six to ten requests as people phrase them; `search_tools` finds the tool by them. */
  readonly examples?: readonly string[];
  /** True when the Everyday mode lists the tool to every key, called lately or not (contract, A8). */
  readonly everyday?: true;
}

/** The tool call that undoes another one. */
export interface Undo {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The REST route of an operation; `:name` in the path is a field of the input. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly status: 200 | 201 | 202;
}

/**
 * An operation, declared once. The express route, the NATS subject, the OpenAPI document, the MCP tool, the typed client
 * and the reference are loops over these literals.
 */
export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Emits extends readonly EventType[] = readonly EventType[],
> {
  readonly summary: string;
  /** More for callers than the summary: errors, side effects, retention. */
  readonly description?: string;
  /** The scope that a key needs. An operation without one has an audience, or serves any key. */
  readonly scope?: Scope;
  /** True when every valid key may call the operation, with any scopes. */
  readonly any_key?: true;
  /**
   * The callers of an operation that Space keys do not reach: `operator` operations are the settings of a Space, called
   * with the operator token; `person` operations are about the person who is signed in to the console; `internal` operations are
   * called by services over the bus; `public` operations are pages of the public origin (public-page.ts). None is in the
   * public document.
   */
  readonly audience?: 'operator' | 'person' | 'internal' | 'public';
  /**
   * The least role with which a member calls this operation of the operator in the console, for the own Space only. Members
   * cannot call an operation of the operator without it.
   */
  readonly role?: Role;
  /** True when a person must have given a password or a passkey lately: the operation is dangerous in the hands of another person. */
  readonly needs_confirmation?: true;
  /** True when a success gives the session of the person a new secret: the cookie that the browser sent no longer works. */
  readonly renews_session?: true;
  /** True when a member can call it while the Space is being deleted. */
  readonly allowed_in_closed_space?: true;
  readonly route?: Route;
  readonly tools?: readonly Tool[];
  /** The tool that an error over MCP names instead of the route, when the operation has no tool of its own. */
  readonly counterpart?: string;
  /** Path parameters, query and body in one flat object; strict, so that a misspelt field is refused. */
  readonly input: Input;
  /** Fields that callers expect in the input, and that other operations have. Each text completes the error of the unknown field. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  readonly output: Output;
  readonly emits?: Emits;
  /** Errors in addition to those that every operation can return. */
  readonly problems?: readonly ProblemCode[];
  /** True for a single resource with a version: reads carry an ETag, PATCH and DELETE honour If-Match. */
  readonly versioned?: boolean;
  /** True when the response holds a secret that is shown once: a stored response is encrypted, and none is compressed (ADR 23). */
  readonly confidential?: boolean;
  /**
   * True for a page of the public origin that is the same for all visitors: it receives neither query nor cookie nor
   * visitor, concurrent requests share one response (single-flight), and the gateway caches a response that has tags.
   */
  readonly shared?: boolean;
  /**
   * The download that REST offers for this Accept header: the gateway reads page after page and streams this field of
   * each: text as it is, decoded base64 for any other file, whose name is the `name` of the response.
   */
  readonly download?: {
    readonly media_type: 'text/csv' | 'text/calendar' | 'application/octet-stream';
    readonly field: string;
    /** The field of the answer that says how the file is encoded: utf8 or base64. Without it a file is base64. */
    readonly encoding_field?: string;
  };
  /**
   * The media type that REST accepts in place of JSON: the body is the text of this field, in UTF-8, and the other fields are
   * query parameters.
   */
  readonly upload?: { readonly media_type: 'text/csv'; readonly field: string };
  /**
   * Set when the answer says where bytes are in the object store (`StoredContent`): REST streams them, and MCP answers `for_agents` with a link,
   * and a small picture.
   */
  readonly content?: { readonly for_agents: z.ZodType };
  /** True for a form of the public origin that pages of any site may send: it has no session and receives no cookie. */
  readonly from_any_site?: boolean;
  /**
   * The headers of a webhook of the public origin that are handed on. Its body is handed on as it was sent, in base64, as
   * `raw_body`: a signature is over the bytes.
   */
  readonly raw_headers?: readonly string[];
  /** The limit of the inflated body in bytes; default MAX_BODY_BYTES. */
  readonly max_body_bytes?: number;
  /** Fields of the input in which an automation fills in no merge tags: their texts are constants of the caller that saved it. */
  readonly constant_fields?: readonly string[];
  /** True when the handler needs the scopes of the caller. */
  readonly needs_scopes?: boolean;
  /** True when the handler needs the calls that the key may make now. */
  readonly needs_call_rate?: boolean;
  /** The deadline of a call in milliseconds, when it is longer than the default. */
  readonly deadline_ms?: number;
  /** True when a call may wait for something to happen: it counts neither as in progress nor as one of its key or Space. */
  readonly long_poll?: true;
  /** Effects of a POST beyond adding: it deletes something, or it reaches outside of the Space. Hosts of agents ask a person first. */
  readonly effects?: readonly ('destructive' | 'outside')[];
  /**
   * True for a change that a Space without room for storage may still make: it deletes, cancels or disables something, or its
   * handler reserves the room that it needs.
   */
  readonly allowed_when_full?: boolean;
  /** Rows that one call stores at most, for the limit of a Space's storage; default 1. */
  readonly max_rows?: number;
  /** True for a change of many resources whose answer repeats them: over MCP each is only its id, unless the call is `verbose` or a dry run. */
  readonly answers_many?: true;
  /** Files that one call stores at most; default 0. */
  readonly max_files?: number;
  /** Returns the tool call that undoes a successful call, or null when it cannot be undone. */
  readonly undo?: (input: z.output<Input>, output: z.output<Output>) => Undo | null;
  /** The reason of a change that no single call undoes; it completes the sentence "Cannot be undone: …." */
  readonly no_undo?: string;
  /** An example input, checked against the schema, shown in the reference. */
  readonly example?: z.input<Input>;
}

/** Declares an operation without widening it. Its input refuses a period that ends before it starts. */
export const operation = <Input extends z.ZodObject, Output extends z.ZodType, const Emits extends readonly EventType[] = readonly []>(
  declaration: Operation<Input, Output, Emits>,
): Operation<Input, Output, Emits> => ({ ...declaration, input: refinePeriods(declaration.input) });

/** A named set of operations that one service answers; `name.key` is the id of each. */
export interface Contract<Operations extends Record<string, Operation> = Record<string, Operation>, Name extends string = string> {
  readonly name: Name;
  /** The service that answers. */
  readonly service: string;
  /** The heading in the reference. */
  readonly tag: string;
  readonly description: string;
  /** The family of MCP tools that has this tag and description; default the name of the contract. */
  readonly family?: string;
  readonly operations: Operations;
}

/** Declares a contract without widening it. */
export const contract = <Operations extends Record<string, Operation>, const Name extends string>(
  declaration: Contract<Operations, Name>,
): Contract<Operations, Name> => declaration;

/** The input of a handler, after parsing. */
export type InputOf<O> = O extends Operation<infer Input, z.ZodType, readonly EventType[]> ? z.output<Input> : never;

/** The arguments that a client sends: defaults may be left out. */
export type ArgumentsOf<O> = O extends Operation<infer Input, z.ZodType, readonly EventType[]> ? z.input<Input> : never;

/** The output of an operation. */
export type OutputOf<O> = O extends Operation<z.ZodObject, infer Output, readonly EventType[]> ? z.output<Output> : never;

/** The event types an operation may emit; anything else does not compile. */
export type EmittedBy<O> = O extends Operation<z.ZodObject, z.ZodType, infer Emits> ? Emits[number] : never;

/** The subject an operation is served on over NATS. */
export const subjectOf = (contractName: string, operationName: string): string => `space.v1.${contractName}.${operationName}`;

/** The names of the path parameters of a route, in order. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/:([a-z_]+)/g)].map((match) => match[1]!);

/**
 * Returns the path at which the console serves an operation, below `/spaces/<Space>/v1`: that of its route, or for an operation of the
 * operator the same one below `/settings` without the Space.
 */
export const consolePath = ({ audience }: Operation, { path }: Route): string =>
  audience === 'operator' ? path.replace(/^\/operator(?:\/spaces\/:space_id)?/, '/settings') : path;
