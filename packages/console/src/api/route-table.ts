/**
 * The kind of answer of an operation: a page of a list with a limit, a whole list, a page of the event feed, one thing, or a file.
 */
export type AnswerKind = 'page' | 'whole' | 'feed' | 'one' | 'file';

/** The method, path, scope (empty for an operation without one) and kind of answer of an operation. */
type RouteRow = readonly [method: string, path: string, scope: string, answer: AnswerKind];

/** The routes of all operations, by contract and name. */
export type RouteTable = Readonly<Record<string, Readonly<Record<string, RouteRow>>>>;
