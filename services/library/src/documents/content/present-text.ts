import type { CommonQueryMethods } from 'slonik';
import { loadPresent, loadState, versionGone } from '../../contents/storage/load-state.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import { type StoredText, storedTextOf } from '../storage/stored-text.ts';
import { findReferences, findText } from '../storage/texts.queries.ts';
import type { TextWork } from '../texts/text-work.ts';

/** The text of a document as it is now. */
export type PresentText = Pick<StoredText, 'markdown' | 'text' | 'outline' | 'refs'>;

/** Returns the text of a document at its present version. While the stored one is stale it is read from the updates, so that no reader sees an old text. */
export async function presentText(
  database: CommonQueryMethods,
  texts: TextWork,
  document: Pick<DocumentRow, 'space_id' | 'id' | 'content_version'>,
): Promise<PresentText> {
  const { space_id, id, content_version } = document;
  const stored = await findText(database, space_id, id);
  if (stored?.version === content_version) return { ...stored, refs: await findReferences(database, space_id, id) };
  const blocks = await texts.run(space_id, 'read_blocks', { state: await loadPresent(database, texts, space_id, document) });
  return storedTextOf(await texts.run(space_id, 'derive', { blocks }));
}

/** Returns the Markdown of a version of a document. Throws `gone`. */
export async function markdownAt(
  database: CommonQueryMethods,
  texts: TextWork,
  document: Pick<DocumentRow, 'space_id' | 'id' | 'content_version'>,
  version: number,
): Promise<string> {
  const { space_id, id } = document;
  if (version === document.content_version) return (await presentText(database, texts, document)).markdown;
  const state = await loadState(database, texts, space_id, id, version);
  if (state === null) throw versionGone(version);
  return texts.run(space_id, 'write_markdown', { blocks: await texts.run(space_id, 'read_blocks', { state }) });
}
