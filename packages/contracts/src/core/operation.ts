import type { z } from 'zod';
import type { EventType } from './event.ts';
import type { ProblemCode } from './problem.ts';
import type { Scope } from './scope.ts';

/** One way to call an operation over MCP; `preset` fixes arguments that the tool does not offer. */
export interface Tool {
  readonly name: string;
  readonly family: string;
  readonly action: string;
  readonly preset?: Readonly<Record<string, unknown>>;
  /** Requests as people phrase them that this tool answers: what `search_tools` finds it by, six to ten of them. */
  readonly examples?: readonly string[];
  /** Listed to every key in the Everyday mode, called lately or not (spec, Authentication 8). */
  readonly everyday?: true;
}

/** The tool call that takes another one back. */
export interface Undo {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Where an operation stands in the REST interface; `:name` in the path is a field of the input. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly status: 200 | 201 | 202;
}

/**
 * One thing a client can do, declared once. The express route, the NATS subject, the OpenAPI document, the MCP tool,
 * the typed client and the reference are loops over these literals.
 */
export interface Operation<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Emits extends readonly EventType[] = readonly EventType[],
> {
  readonly summary: string;
  /** What a caller must know beyond the summary: refusals, side effects, what is kept. */
  readonly description?: string;
  /** The scope a key needs; operator operations have none because no Space key reaches them. */
  readonly scope?: Scope;
  /**
   * Who else than a Space key: `operator` operations are a Space's settings, called with the operator token; `internal`
   * ones are what services ask each other over the bus and nothing outside reaches; `public` ones are pages of the second
   * origin that anybody may open (public-page.ts). None is in the public document.
   */
  readonly audience?: 'operator' | 'internal' | 'public';
  readonly route?: Route;
  readonly tools?: readonly Tool[];
  /** Path parameters, query and body in one flat object; strict, so that a misspelt field is refused. */
  readonly input: Input;
  readonly output: Output;
  readonly emits?: Emits;
  /** Refusals beyond those every operation can answer. */
  readonly problems?: readonly ProblemCode[];
  /** A single thing with a version: reads carry an ETag, PATCH and DELETE honour If-Match. */
  readonly versioned?: boolean;
  /** The answer holds a secret that is shown once: it is kept encrypted where an answer is kept. */
  readonly confidential?: boolean;
  /**
   * A page of the second origin that is the same for everybody: it is told neither query nor cookie nor visitor, those who
   * ask at once get one answer, and the gateway may keep one that has tags.
   */
  readonly shared?: boolean;
  /**
   * Over REST with this Accept, the gateway asks for page after page and sends this field of each as one download: text
   * as it is, the bytes of base64 for any other file, which is named as the `name` of the answer says.
   */
  readonly download?: { readonly media_type: 'text/csv' | 'text/calendar' | 'application/octet-stream'; readonly field: string };
  /** A form of the second origin that pages of any site may send, since it acts for nobody: it is told no cookie. */
  readonly from_any_site?: boolean;
  /** How large its body may be, inflated, when that is more than usual, in bytes. */
  readonly max_body_bytes?: number;
  /** The service must know what else the caller may do: their scopes ride along with the call. */
  readonly needs_scopes?: boolean;
  /** How long a caller waits for the answer, when that is longer than usual, in milliseconds. */
  readonly deadline_ms?: number;
  /** What a POST does beyond adding: it takes something away, or it reaches out of the Space at once. Hosts of agents ask a person first. */
  readonly effects?: readonly ('destructive' | 'outside')[];
  /** How a call that went well is taken back, when there is a way. */
  readonly undo?: (input: z.output<Input>, output: z.output<Output>) => Undo | null;
  /** An example input, checked against the schema, shown in the reference. */
  readonly example?: z.input<Input>;
}

/** Declares an operation without widening it. */
export const operation = <Input extends z.ZodObject, Output extends z.ZodType, const Emits extends readonly EventType[] = readonly []>(
  declaration: Operation<Input, Output, Emits>,
): Operation<Input, Output, Emits> => declaration;

/** A named set of operations that one service answers; `name.key` is the id of each. */
export interface Contract<Operations extends Record<string, Operation> = Record<string, Operation>, Name extends string = string> {
  readonly name: Name;
  /** The service that answers. */
  readonly service: string;
  /** The heading in the reference. */
  readonly tag: string;
  readonly description: string;
  readonly operations: Operations;
}

/** Declares a contract without widening it. */
export const contract = <Operations extends Record<string, Operation>, const Name extends string>(
  declaration: Contract<Operations, Name>,
): Contract<Operations, Name> => declaration;

/** What a handler receives after parsing. */
export type InputOf<O> = O extends Operation<infer Input, z.ZodType, readonly EventType[]> ? z.output<Input> : never;

/** What a client sends: defaults may be left out. */
export type ArgumentsOf<O> = O extends Operation<infer Input, z.ZodType, readonly EventType[]> ? z.input<Input> : never;

/** What an operation answers. */
export type OutputOf<O> = O extends Operation<z.ZodObject, infer Output, readonly EventType[]> ? z.output<Output> : never;

/** The event types an operation may emit; anything else does not compile. */
export type EmittedBy<O> = O extends Operation<z.ZodObject, z.ZodType, infer Emits> ? Emits[number] : never;

/** The subject an operation is served on over NATS. */
export const subjectOf = (contractName: string, operationName: string): string => `space.v1.${contractName}.${operationName}`;

/** The names of the path parameters of a route, in order. */
export const pathParameters = (path: string): string[] => [...path.matchAll(/:([a-z_]+)/g)].map((match) => match[1]!);
