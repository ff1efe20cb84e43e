import type { QueryClient } from '@tanstack/react-query';
import { spaceClient } from '../../../api/space-client.ts';
import { thingQuery } from '../../../api/use-thing.ts';
import { sayDone } from '../../../parts/toast.tsx';
import { backOffer } from '../../../shell/undo.ts';
import type { ContentKind } from '../kinds/content-kind.ts';
import { type Content, contentsKey, contentVersionsKey } from '../library/content.ts';

/** Makes what was read of a kind of contents stale. */
export const rereadContents = (kind: ContentKind, queries: QueryClient, space_id: string): Promise<unknown> =>
  Promise.all([contentsKey(space_id, kind), contentVersionsKey(space_id, kind)].map((queryKey) => queries.invalidateQueries({ queryKey })));

const offerBack = (kind: ContentKind) => backOffer((queries, space_id) => rereadContents(kind, queries, space_id));

type Named = Pick<Content, 'id' | 'title'>;

/** Creates an empty content, with a way back. Returns its id. */
export async function createContent(
  kind: ContentKind,
  queries: QueryClient,
  space_id: string,
  title: string,
  folder_id: string | null,
  idempotency_key: string,
): Promise<string> {
  const contents = spaceClient(space_id)[kind.contract];
  const { id } = await contents.create({ title, ...(folder_id !== null && { folder_id }) }, { idempotency_key });
  await offerBack(kind)(queries, space_id, `The ${kind.noun} “${title}” is created.`, () => contents.delete({ id }));
  return id;
}

/** Moves a content to the trash, with a way back. */
export async function deleteContent(kind: ContentKind, queries: QueryClient, space_id: string, { id, title }: Named): Promise<void> {
  const contents = spaceClient(space_id)[kind.contract];
  await contents.delete({ id });
  await offerBack(kind)(queries, space_id, `“${title}” is in the trash.`, () => contents.restore({ id }));
}

/** Takes a content out of the trash, with a way back. */
export async function restoreContent(kind: ContentKind, queries: QueryClient, space_id: string, { id, title }: Named): Promise<void> {
  const contents = spaceClient(space_id)[kind.contract];
  await contents.restore({ id });
  await offerBack(kind)(queries, space_id, `“${title}” is restored.`, () => contents.delete({ id }));
}

/** Deletes a content for good; `onGone` runs before what was read of it is stale, so that its screen can leave. */
export async function deleteContentForGood(
  kind: ContentKind,
  queries: QueryClient,
  space_id: string,
  { id, title }: Named,
  onGone: () => void,
): Promise<void> {
  await spaceClient(space_id)[kind.contract].delete({ id, permanent: true });
  onGone();
  queries.removeQueries({ queryKey: thingQuery(space_id, kind.contract, 'get', kind.readArguments(id)).queryKey });
  await rereadContents(kind, queries, space_id);
  sayDone(`“${title}” is deleted for good.`);
}

/** Makes a content what it was in a version, with a way back. */
export async function restoreVersion(
  kind: ContentKind,
  queries: QueryClient,
  space_id: string,
  { id, title }: Named,
  version: number,
): Promise<void> {
  const contents = spaceClient(space_id)[kind.contract];
  const change = await contents.revert({ id, version, only: 'all' });
  const said = `“${title}” is what it was in version ${version}.`;
  if (change.version === change.previous_version) return sayDone(said);
  await offerBack(kind)(queries, space_id, said, () => contents.revert({ id, version: change.version, only: 'change' }));
}

/** Gives a version of a content a name, with a way back. */
export async function nameVersion(
  kind: ContentKind,
  queries: QueryClient,
  space_id: string,
  id: string,
  version: number,
  label: string,
): Promise<void> {
  const versions = spaceClient(space_id)[kind.versions];
  const { label_before } = await versions.update({ id, version, label });
  const back = () => versions.update({ id, version, label: label_before });
  await offerBack(kind)(queries, space_id, `Version ${version} is “${label}”.`, back);
}
