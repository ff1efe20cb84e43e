/** A message of the live updates: a topic, such as `rows:tbl_…`, and the ids of the things that changed unless those are many. */
export interface Change {
  readonly topic: string;
  readonly ids?: readonly string[];
}

/** Makes everything of a Space stale: messages may have been lost. */
export const EVERYTHING: Change = { topic: '*' };
