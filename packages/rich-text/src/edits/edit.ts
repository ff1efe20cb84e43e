/** A place for blocks: directly after or before a block. Exactly one of the two is given. */
export type Place = { readonly after: string } | { readonly before: string };

/**
 * One edit of a document. Blocks are named by their ids.
 * - `append`, `prepend`, `insert`: new blocks from Markdown.
 * - `replace`: the block becomes the blocks of the Markdown; the first of them takes over its id.
 * - `delete`, `move`: the block with all that is in it.
 * - `replace_text`: plain text in one block, or in all blocks. Without `all`, `find` has to be there exactly once. A line end
 *   is a break.
 * - `set_checked`: true or false makes a list item a task, null makes it a plain item.
 * - `replace_all`: the whole document as Markdown, merged with the changes since the base.
 */
export type Edit =
  | { readonly op: 'append' | 'prepend' | 'replace_all'; readonly markdown: string }
  | ({ readonly op: 'insert'; readonly markdown: string } & Place)
  | { readonly op: 'replace'; readonly block_id: string; readonly markdown: string }
  | { readonly op: 'delete'; readonly block_id: string }
  | ({ readonly op: 'move'; readonly block_id: string } & Place)
  | { readonly op: 'replace_text'; readonly find: string; readonly replace: string; readonly block_id?: string; readonly all?: boolean }
  | { readonly op: 'set_checked'; readonly block_id: string; readonly checked: boolean | null };
