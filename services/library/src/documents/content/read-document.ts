import { extendJson, type Handlers, Json } from '@space/bus';
import { notFound } from '@space/contracts/core';
import type { Document, documents } from '@space/contracts/documents';
import { measureBlocks, outline, plainText, type RichNode } from '@space/rich-text';
import { loadState, versionGone } from '../../contents/storage/load-state.ts';
import { answerOf } from '../rows/find-document.ts';
import { findText } from '../storage/texts.queries.ts';
import type { TextWork } from '../texts/text-work.ts';
import type { DocumentPorts } from './document-ports.ts';

/** The blocks of an answer, and the first one that it lacks. */
interface Part {
  readonly blocks: readonly RichNode[];
  readonly is_truncated: boolean;
  readonly next_block_id: string | null;
}

/** Returns the handler that reads a document in one of its formats. */
export const readDocument =
  ({ ports: { database }, texts }: DocumentPorts): Handlers<typeof documents>['get'] =>
  async ({ input, caller: { space_id: space } }) => {
    const { id, format, version, block_id, from_block_id, max_characters } = input;
    const answer = await answerOf(database, space, id);
    const document = JSON.parse(answer.text) as Document;
    if (version !== undefined && version > document.version) throw notFound('version of the document', String(version));
    const at = version ?? document.version;
    const isWhole = block_id === undefined && from_block_id === undefined;
    if (isWhole && at === document.version && format !== 'blocks' && format !== 'html') {
      const stored = await findText(database, space, id);
      if (stored?.version === at && (format === 'outline' || document.characters <= max_characters)) {
        const content = format === 'outline' ? null : stored[format];
        return extendJson(answer, { content, blocks: null, outline: [...stored.outline], is_truncated: false, next_block_id: null });
      }
    }
    const state = await loadState(database, texts, space, id, at);
    if (state === null) throw versionGone(at);
    const all = await texts.run(space, 'read_blocks', { state });
    const part = partOf(all, { block_id, from_block_id, max_characters });
    const read = {
      content: await contentIn(texts, space, format, part.blocks),
      blocks: format === 'blocks' ? (part.blocks as never) : null,
      outline: outline(all),
      is_truncated: part.is_truncated,
      next_block_id: part.next_block_id,
    };
    return at === document.version
      ? extendJson(answer, read)
      : new Json(JSON.stringify({ ...document, version: at, ...read }), answer.version);
  };

/** Returns the blocks that a call asks for. Throws `not_found` for a block that the document does not have. */
function partOf(
  all: readonly RichNode[],
  {
    block_id,
    from_block_id,
    max_characters,
  }: { block_id?: string | undefined; from_block_id?: string | undefined; max_characters: number },
): Part {
  if (block_id !== undefined) {
    const block = findBlock(all, block_id);
    if (!block) throw notFound('block of the document', block_id);
    return { blocks: [block], is_truncated: false, next_block_id: null };
  }
  const start = from_block_id === undefined ? 0 : all.findIndex((block) => block.attrs?.id === from_block_id);
  if (start < 0) throw notFound('block on the first level of the document', from_block_id!);
  let end = start;
  for (let characters = 0; end < all.length; end += 1) {
    characters += measureBlocks([all[end]!]).characters;
    if (characters > max_characters && end > start) break;
  }
  const next = all[end]?.attrs?.id;
  return { blocks: all.slice(start, end), is_truncated: end < all.length, next_block_id: typeof next === 'string' ? next : null };
}

function findBlock(blocks: readonly RichNode[], id: string): RichNode | undefined {
  for (const block of blocks) {
    const found = block.attrs?.id === id ? block : findBlock(block.content ?? [], id);
    if (found) return found;
  }
  return undefined;
}

async function contentIn(texts: TextWork, space: string, format: string, blocks: readonly RichNode[]): Promise<string | null> {
  if (format === 'markdown') return texts.run(space, 'write_markdown', { blocks });
  if (format === 'html') return texts.run(space, 'write_html', { blocks });
  return format === 'text' ? plainText(blocks) : null;
}
