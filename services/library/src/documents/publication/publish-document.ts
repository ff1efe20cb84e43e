import { extendJson, type Handlers, withRoom } from '@space/bus';
import { sortedAssetIds } from '@space/contracts/assets';
import { invalidFields, notFound } from '@space/contracts/core';
import { documentPublished, type documents, documentUnpublished } from '@space/contracts/documents';
import { assetTag } from '@space/contracts/uploads';
import { replayIfStored } from '@space/event-log';
import { publicOrigin } from '@space/web';
import { documentTag, invalidateTags, SITEMAP_TAG } from '../../announcements/announce-changes.ts';
import { loadState, versionGone } from '../../contents/storage/load-state.ts';
import { replaceUses } from '../../uses/uses.queries.ts';
import type { DocumentPorts } from '../content/document-ports.ts';
import type { DocumentRow } from '../rows/document-row.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { answerOf, assertNotTrashed, findDocument, lockDocuments } from '../rows/find-document.ts';
import { placesOf } from '../storage/store-text.ts';
import { type StoredReference, storedTextOf } from '../storage/stored-text.ts';
import { findReferences } from '../storage/texts.queries.ts';
import { claimAddress } from './claim-address.ts';
import { deletePublication, findPublication, type PublishedContent, storePublication } from './publications.queries.ts';

/**
 * Returns the handler that publishes a document. The blocks of the version are stored with the publication, so that visitors see them as long
 * as it lasts. What the published version shows is a public use of its assets; that use ends with the publication.
 */
export function publishDocument({ ports, writer, texts }: DocumentPorts): Handlers<typeof documents>['publish'] {
  const { database, bus } = ports;
  const origin = publicOrigin(ports.config);

  /** Returns the content that visitors are to see. Throws `not_found` for a version that there never was, and `gone`. */
  async function contentAt(document: DocumentRow, version: number): Promise<PublishedContent> {
    const { space_id: space, id, title, icon } = document;
    if (version > document.content_version) throw notFound('version of the document', String(version));
    const state = await loadState(database, texts, space, id, version);
    if (state === null) throw versionGone(version);
    const blocks = await texts.run(space, 'read_blocks', { state });
    const { refs, excerpt } = storedTextOf(await texts.run(space, 'derive', { blocks }));
    return { version, title, icon, blocks, refs, excerpt };
  }

  return async function publish(call) {
    const { id, publish: isPublished, slug, version } = call.input;
    const space = call.caller.space_id;
    if (!isPublished && (slug !== undefined || version !== undefined))
      throw invalidFields([{ path: slug === undefined ? 'version' : 'slug', code: 'not_published', message: 'requires publish true' }]);
    const stored = await replayIfStored('library', ports, call);
    if (stored) return stored;
    const found = await findDocument(database, space, id);
    assertNotTrashed(found);
    const content = isPublished ? await contentAt(found, version ?? found.content_version) : null;
    let publicChanges: readonly string[] = [];
    let isNews = false;

    const write = () =>
      writer.write(call, async function publishInTransaction(tx) {
        const [document] = await lockDocuments(tx, space, [id]);
        assertNotTrashed(document!);
        const before = await findPublication(tx, space, id);
        const was = before?.publication ?? null;
        const now = content && (slug ?? was?.slug ?? (await claimAddress(tx, space, document!, undefined)));
        if (content && slug !== undefined && slug !== was?.slug) await claimAddress(tx, space, document!, slug);
        const isChanged = content ? was?.slug !== now || !isShown(before, content) : before !== null;
        isNews = isChanged;
        if (isChanged) {
          if (content) await storePublication(tx, space, id, { slug: now!, url: `${origin}/doc/${now}` }, content, tx.now);
          else await deletePublication(tx, space, id);
          const refs = content?.refs ?? [];
          const uses = placesOf(await findReferences(tx, space, id), refs);
          const thing = { kind: 'document', id, name: document!.title, path: `/documents/${id}` };
          ({ public_changes: publicChanges } = await replaceUses(tx, space, thing, uses));
          const after = await findDocument(tx, space, id);
          const dataOf = await eventDataOf(tx, space, [after]);
          const data = { ...dataOf(after), published_asset_ids: sortedAssetIds(assetsIn(refs)) };
          if (content) tx.emit(documentPublished, { ...data, published_version: content.version, slug: now! });
          else tx.emit(documentUnpublished, data);
        }
        return extendJson(await answerOf(tx, space, id), { was_published: was });
      });

    const answer = await (content ? withRoom(bus, call, { bytes: JSON.stringify(content.blocks).length }, write) : write());
    invalidateTags(bus, [documentTag(id), ...(isNews ? [SITEMAP_TAG] : []), ...publicChanges.map(assetTag)]);
    return answer;
  };
}

/** Returns true if visitors see this content already. Titles and icons have no version. */
const isShown = (before: Awaited<ReturnType<typeof findPublication>>, { version, title, icon }: PublishedContent): boolean =>
  before?.publication.version === version && before.title === title && before.icon === icon;

const assetsIn = (refs: readonly StoredReference[]): string[] =>
  refs.flatMap(({ thing_kind, thing_id }) => (thing_kind === 'asset' && thing_id !== null ? thing_id : []));
