/** The jobs of a pool by name, each with what it takes and what it returns. */
export type JobTypes<Jobs> = { readonly [Name in keyof Jobs]: { readonly takes: unknown; readonly returns: unknown } };

/** The functions that perform the jobs of a pool, by name. */
export type JobPerformers<Jobs extends JobTypes<Jobs>> = {
  readonly [Name in keyof Jobs]: (input: Jobs[Name]['takes']) => Jobs[Name]['returns'] | Promise<Jobs[Name]['returns']>;
};

/** A request to a thread: one job. */
export interface JobRequest {
  readonly name: string;
  readonly input: unknown;
}

/** The reply of a thread: the result, a refusal, or the message of an unexpected error. */
export type JobReply =
  | { readonly result: unknown }
  | { readonly refusal: { readonly code: string; readonly message: string; readonly place: object } }
  | { readonly failure: string };
