import { type SpaceClient, spaceClient } from '../../../api/space-client.ts';
import { thingQuery } from '../../../api/use-thing.ts';
import type { BlockJson } from '../../../editor/model/blocks-to-doc.ts';
import { contentsKey } from '../../contents/library/content.ts';
import { documentKind } from './document-kind.ts';

/** A document without its content, as a list of the API has it. */
export type Document = Awaited<ReturnType<SpaceClient['documents']['list']>>['data'][number];

/** A document as one is read: with its headings. */
export type ReadDocument = Awaited<ReturnType<SpaceClient['documents']['get']>>;

/** Characters of a document that one read answers at most. */
const READ_CHARACTERS = 200_000;

/** Returns the key of the reads of documents in the cache. */
export const documentsKey = (space_id: string) => contentsKey(space_id, documentKind);

/** Returns the query of one document, without its text, with its ETag. */
export const documentQuery = (space_id: string, id: string) =>
  thingQuery<ReadDocument>(space_id, 'documents', 'get', { id, format: 'outline' });

/** Returns the query of all blocks of a document, or of a former version of it. */
export const blocksQuery = (space_id: string, id: string, version?: number) => ({
  queryKey: [...documentsKey(space_id), 'get', 'blocks', { id, version }],
  async queryFn({ signal }: { readonly signal: AbortSignal }): Promise<readonly BlockJson[]> {
    const blocks: BlockJson[] = [];
    for (let from: string | null | undefined; from !== null; ) {
      const part: ReadDocument = await spaceClient(space_id).documents.get(
        {
          id,
          format: 'blocks',
          max_characters: READ_CHARACTERS,
          ...(version !== undefined && { version }),
          ...(from && { from_block_id: from }),
        },
        { signal },
      );
      blocks.push(...((part.blocks ?? []) as unknown as BlockJson[]));
      from = part.next_block_id;
    }
    return blocks;
  },
});
