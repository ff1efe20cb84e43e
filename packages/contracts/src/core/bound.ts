import { type ProblemCode, problems } from './problem.ts';

/** The owner whose input, work or storage a bound counts. */
export type BoundOwner =
  | 'request'
  | 'connection'
  | 'visitor'
  | 'network'
  | 'key'
  | 'agent'
  | 'person'
  | 'Space'
  | 'table'
  | 'form'
  | 'page'
  | 'site'
  | 'blog'
  | 'row'
  | 'contact'
  | 'task'
  | 'project'
  | 'asset'
  | 'document'
  | 'document or whiteboard'
  | 'whiteboard'
  | 'webhook'
  | 'automation'
  | 'integration'
  | 'process'
  | 'installation';

/**
 * One bound of the product: the subject, its value with unit, the owner, and the answer above it. `refusal` is the code of
 * the error; `effect` says in a few words what happens where no caller gets an error.
 */
export interface Bound {
  readonly subject: string;
  readonly value: number | string;
  readonly unit: string;
  readonly per: BoundOwner;
  readonly refusal?: ProblemCode;
  readonly effect?: string;
  /** The environment variable that changes the value. */
  readonly setting?: string;
}

/** Returns the answer above a bound, in words: the status and the code of the error, or the effect. */
export function boundAnswer({ refusal, effect }: Bound): string {
  const answer = refusal === undefined ? '' : `${problems[refusal].status} \`${refusal}\``;
  return [answer, effect ?? ''].filter((part) => part !== '').join(', ');
}
