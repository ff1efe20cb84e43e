import type { QueryClient } from '@tanstack/react-query';
import { spaceClient } from '../../../api/space-client.ts';
import { sayDone } from '../../../parts/toast.tsx';
import { pushUndo } from '../../../shell/undo.ts';
import { rereadContents } from '../../contents/acts/change-contents.ts';
import type { Document } from '../library/document.ts';
import { documentKind } from '../library/document-kind.ts';
import { type PublishDocument, publicationBack } from './publication.ts';

/** Publishes a document or takes it down, with a way back. */
export async function publishDocument(
  queries: QueryClient,
  space_id: string,
  { id, title }: Pick<Document, 'id' | 'title'>,
  args: PublishDocument,
): Promise<void> {
  const run = async (asked: PublishDocument) => {
    const answer = await spaceClient(space_id).documents.publish({ id, ...asked });
    await rereadContents(documentKind, queries, space_id);
    return answer;
  };
  const { published, was_published } = await run(args);
  const said = `“${title}” is ${args.publish ? 'published' : 'unpublished'}.`;
  const back = publicationBack(was_published, published);
  if (back) pushUndo({ said, undo: () => run(back) });
  else sayDone(said);
}
