import type { QueryClient } from '@tanstack/react-query';
import { spaceClient } from '../../../api/space-client.ts';
import { sayDone } from '../../../parts/toast.tsx';
import { backOffer } from '../../../shell/undo.ts';
import { type Document, documentQuery, documentsKey, versionsKey } from '../library/document.ts';

/** Makes what was read of documents stale. */
export const rereadDocuments = (queries: QueryClient, space_id: string): Promise<unknown> =>
  Promise.all([documentsKey, versionsKey].map((keyOf) => queries.invalidateQueries({ queryKey: keyOf(space_id) })));

const offerBack = backOffer(rereadDocuments);

type Named = Pick<Document, 'id' | 'title'>;

/** Creates a document without text, with a way back. Returns its id. */
export async function createDocument(
  queries: QueryClient,
  space_id: string,
  title: string,
  folder_id: string | null,
  idempotency_key: string,
): Promise<string> {
  const { documents } = spaceClient(space_id);
  const { id } = await documents.create({ title, ...(folder_id !== null && { folder_id }) }, { idempotency_key });
  await offerBack(queries, space_id, `The document “${title}” is created.`, () => documents.delete({ id }));
  return id;
}

/** Moves a document to the trash, with a way back. */
export async function deleteDocument(queries: QueryClient, space_id: string, { id, title }: Named): Promise<void> {
  const { documents } = spaceClient(space_id);
  await documents.delete({ id });
  await offerBack(queries, space_id, `“${title}” is in the trash.`, () => documents.restore({ id }));
}

/** Takes a document out of the trash, with a way back. */
export async function restoreDocument(queries: QueryClient, space_id: string, { id, title }: Named): Promise<void> {
  const { documents } = spaceClient(space_id);
  await documents.restore({ id });
  await offerBack(queries, space_id, `“${title}” is restored.`, () => documents.delete({ id }));
}

/** Deletes a document for good; `onGone` runs before what was read of it is stale, so that its screen can leave. */
export async function deleteDocumentForGood(
  queries: QueryClient,
  space_id: string,
  { id, title }: Named,
  onGone: () => void,
): Promise<void> {
  await spaceClient(space_id).documents.delete({ id, permanent: true });
  onGone();
  queries.removeQueries({ queryKey: documentQuery(space_id, id).queryKey });
  await rereadDocuments(queries, space_id);
  sayDone(`“${title}” is deleted for good.`);
}

/** Makes a document what it was in a version, with a way back. */
export async function restoreVersion(queries: QueryClient, space_id: string, { id, title }: Named, version: number): Promise<void> {
  const { documents } = spaceClient(space_id);
  const change = await documents.revert({ id, version, only: 'all' });
  const said = `“${title}” is what it was in version ${version}.`;
  if (change.version === change.previous_version) return sayDone(said);
  await offerBack(queries, space_id, said, () => documents.revert({ id, version: change.version, only: 'change' }));
}

/** Gives a version of a document a name, with a way back. */
export async function nameVersion(queries: QueryClient, space_id: string, id: string, version: number, label: string): Promise<void> {
  const { document_versions } = spaceClient(space_id);
  const { label_before } = await document_versions.update({ id, version, label });
  const back = () => document_versions.update({ id, version, label: label_before });
  await offerBack(queries, space_id, `Version ${version} is “${label}”.`, back);
}
