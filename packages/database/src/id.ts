import { typeid } from 'typeid-js';

/** The kinds of things that have ids, by prefix (decisions, Identifiers and times). */
export type IdPrefix =
  | 'spc'
  | 'key'
  | 'agt'
  | 'con'
  | 'aud'
  | 'tag'
  | 'tbl'
  | 'col'
  | 'viw'
  | 'row'
  | 'cmt'
  | 'shr'
  | 'snp'
  | 'aut'
  | 'run'
  | 'sit'
  | 'pag'
  | 'blg'
  | 'pst'
  | 'frm'
  | 'sub'
  | 'fil'
  | 'bkp'
  | 'bok'
  | 'cal'
  | 'soc'
  | 'sac'
  | 'pln'
  | 'evt'
  | 'lis'
  | 'rcv';

/** A new TypeID: the prefix and a UUIDv7 in base32, so that ids sort by creation. */
export const newId = (prefix: IdPrefix): string => typeid(prefix).toString();
