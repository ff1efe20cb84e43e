import { sql } from '@space/database';
import type { Anchor } from '@space/rich-text';
import type { FragmentSqlToken } from 'slonik';
import type { CommentTable } from '../../comments/commented-things.ts';

const bytes = (value: Uint8Array | null | undefined) => (value ? sql.binary(Buffer.from(value)) : null);

/** The table of comments on documents. */
export const documentCommentTable: CommentTable<Anchor> = {
  kind: 'document',
  placeJson: sql.fragment`m.quote, m.block_id, encode(m.anchor_start, 'base64') as anchor_start, encode(m.anchor_end, 'base64') as anchor_end`,
  placeColumns: (anchor) => ({
    block_id: anchor?.block_id ?? null,
    quote: anchor?.quote ?? null,
    anchor_start: bytes(anchor?.start),
    anchor_end: bytes(anchor?.end),
  }),
};

/** The condition that a comment `m` was written about a block; none without its id. */
export const isAboutBlock = (block_id: string | undefined): FragmentSqlToken | undefined =>
  block_id === undefined ? undefined : sql.fragment`m.block_id = ${block_id}`;
