import * as Y from 'yjs';

/** The reasons for which an update or a state vector is refused: it breaks a rule, is above a limit, or is no update of such a document. */
export type UpdateRefusalCode = 'invalid' | 'too_large' | 'invalid_update';

/** The class of the refusals of one kind of document. */
export type UpdateRefusalClass = new (code: UpdateRefusalCode, message: string) => Error;

/** The limits of one kind of document. */
export interface CrdtLimits {
  /** Bytes of one update. */
  readonly update_bytes: number;
  /** Structs of one update. */
  readonly update_structs: number;
  /** Clients whose changes one update has. */
  readonly update_clients: number;
  /** Bytes of an encoded document with its history. */
  readonly state_bytes: number;
}

/** Checks the document after the transactions of one update that changed it. Throws the refusal of the kind. */
export type CheckTransactions = (transactions: readonly Y.Transaction[]) => void;

/** The rules of one kind of document that people and programs write at the same time. */
export interface CrdtKind {
  /** The noun for a document of the kind in messages. */
  readonly noun: string;
  /** The noun for its content in messages. */
  readonly content_noun: string;
  /** The types of the root by name. Items of a `Y.Map` have keys; items of every other type have none. */
  readonly roots: Readonly<Record<string, typeof Y.XmlFragment | typeof Y.Map | typeof Y.Array | typeof Y.Text>>;
  /** Returns true for content that items of the kind may have. */
  readonly canHave: (content: Y.Item['content']) => boolean;
  /** Returns the check for a document. It is called once for each copy, so that the check may remember what it counted. */
  readonly createCheck: (doc: Y.Doc) => CheckTransactions;
  readonly limits: CrdtLimits;
  readonly Refusal: UpdateRefusalClass;
}

/** Returns true if an item may stand in a root of the kind: under a key in a map, without a key elsewhere. */
export function canStandInRoot({ roots }: CrdtKind, name: string, key: string | null): boolean {
  return Object.hasOwn(roots, name) && (key !== null) === (roots[name] === Y.Map);
}
