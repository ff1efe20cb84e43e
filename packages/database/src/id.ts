import { typeid } from 'typeid-js';

/** The prefixes of ids, one for each kind of resource. */
export type IdPrefix =
  | 'spc'
  | 'key'
  | 'agt'
  | 'cli'
  | 'gra'
  | 'con'
  | 'chg'
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
  | 'rcv'
  | 'sec'
  | 'int';

/** Returns a new TypeID: the prefix and a UUIDv7 in base32. Ids sort by their creation time. */
export const newId = (prefix: IdPrefix): string => typeid(prefix).toString();
