import { fileURLToPath } from 'node:url';
import { ELEMENTS_NAME } from '@space/board';
import { assetDirectory, assets, assetUploads, formAssets, libraryAssetUses } from '@space/contracts/assets';
import {
  DOCUMENT_TRASH_DAYS,
  documentComments,
  documentLive,
  documentPages,
  documentShareLinks,
  documentSitemaps,
  documents,
  documentVersions,
} from '@space/contracts/documents';
import { folders } from '@space/contracts/library';
import { liveDirectory } from '@space/contracts/live';
import { libraryClosing, libraryIds, libraryRemoval, librarySearch, libraryStorage } from '@space/contracts/platform';
import { assetContent, contentDirectory, uploadDirectory } from '@space/contracts/uploads';
import { BOARD_SCHEMA_VERSION } from '@space/contracts/whiteboard-elements';
import {
  whiteboardComments,
  whiteboardElements,
  whiteboardLive,
  whiteboardPages,
  whiteboardShareLinks,
  whiteboards,
  whiteboardVersions,
} from '@space/contracts/whiteboards';
import { findExistingIds, measureSpace, setSpaceClosed } from '@space/database';
import { createEgress } from '@space/egress';
import { createWriter } from '@space/event-log';
import { FRAGMENT_NAME, SCHEMA_VERSION } from '@space/rich-text';
import { type Service, serving } from '@space/runtime';
import { publicOrigin } from '@space/web';
import { manifest } from '../../manifest.ts';
import { changeAnnouncer, invalidateTags, SITEMAP_TAG } from './announcements/announce-changes.ts';
import { reportingWriter } from './announcements/reporting-writer.ts';
import { assetHandlers } from './assets/assets.ts';
import { createFileFetcher } from './content/fetch-file.ts';
import { assetDirectoryHandlers } from './directory/asset-directory.ts';
import { commentHandlers } from './documents/comments/comments.ts';
import { documentPorts } from './documents/content/document-ports.ts';
import { documentHandlers } from './documents/documents.ts';
import { documentPageHandlers } from './documents/pages/document-pages.ts';
import { countPublished } from './documents/pages/published-documents.queries.ts';
import { correctAddresses } from './documents/publication/publications.queries.ts';
import { documentShareLinkHandlers } from './documents/sharing/share-links.ts';
import { liveText } from './documents/texts/live-text.ts';
import { documentVersionHandlers } from './documents/versions/document-versions.ts';
import { documentTasks } from './documents/work/document-tasks.ts';
import { createShelf } from './folders/folder-things.ts';
import { folderHandlers } from './folders/folders.ts';
import { formAssetHandlers } from './form-assets/form-assets.ts';
import { announceUpdates } from './live/announce-live.ts';
import { liveDirectoryHandlers } from './live/live-directory.ts';
import { liveBoardHandlers, liveHandlers } from './live/live-handlers.ts';
import { livePorts } from './live/live-ports.ts';
import { liveTasks } from './live/live-tasks.ts';
import { assetContentHandlers } from './public/asset-content.ts';
import { contentDirectoryHandlers } from './public/content-directory.ts';
import { removeSpace } from './removal/remove-space.ts';
import { comparisonTask, rescanTask } from './rescans/rescan-task.ts';
import { createUsesConsumer } from './rescans/uses-consumer.ts';
import { openScanner } from './scanner/open-scanner.ts';
import { watchScanner } from './scanner/watch-scanner.ts';
import { findInLibrary } from './search/find-in-library.ts';
import { sharedContentHandlers } from './share-links/shared-content.ts';
import { libraryAssetUsesHandlers } from './showing/library-asset-uses.ts';
import { objectSweeper } from './sweep/sweep.ts';
import { trashRetentionRule } from './things/trash-retention-rule.ts';
import { trashRetention } from './trash/trash-retention.ts';
import { uploadDirectoryHandlers } from './uploads/upload-directory.ts';
import { checkTask, remainsTask, uploadRetention } from './uploads/upload-tasks.ts';
import { uploadHandlers } from './uploads/uploads.ts';
import { whiteboardCommentHandlers } from './whiteboards/comments/comments.ts';
import { findElementsOf } from './whiteboards/comments/find-elements.ts';
import { liveBoard } from './whiteboards/content/live-board.ts';
import { whiteboardPorts } from './whiteboards/content/whiteboard-ports.ts';
import { elementHandlers } from './whiteboards/elements/elements.ts';
import { whiteboardPageHandlers } from './whiteboards/pages/whiteboard-pages.ts';
import { whiteboardPlaceHandlers } from './whiteboards/places/place-whiteboards.ts';
import { whiteboardShareLinkHandlers } from './whiteboards/sharing/share-links.ts';
import { whiteboardVersionHandlers } from './whiteboards/versions/whiteboard-versions.ts';
import { whiteboardHandlers } from './whiteboards/whiteboards.ts';
import { whiteboardTasks } from './whiteboards/work/whiteboard-tasks.ts';

/**
 * Folders, assets, documents and whiteboards: the library of a Space. The bytes of a file are an object of the object store at the hash of its content, so two assets
 * with the same bytes share it. An object is stored before the row of a version refers to it, and leaves the store before its own row is
 * deleted: no version ever names bytes that are missing. A process that is killed between the steps leaves an object that is removed later (ADR 30).
 *
 * The content of a document or whiteboard is the sum of its updates, which are rows of Postgres. Texts, elements, search and events are read from it
 * (contents).
 * Live editing appends updates in groups and announces them to all gateways (live).
 *
 * A change of the tree of folders has the lock of the folders of its Space, and a placing shares it. The trash holds things for 30 days.
 * Bytes of an upload arrive through the gateway; this service gives one gateway the lease of an upload and checks what has arrived.
 */
export const libraryService: Service = {
  ...manifest.library,
  migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
  followsDatabaseClock: true,
  open(ports) {
    const writer = reportingWriter(createWriter('library', ports), changeAnnouncer(ports.bus));
    const fetcher = createFileFetcher(createEgress(ports.config));
    const origin = publicOrigin(ports.config);
    const remains = remainsTask(ports);
    const rescans = rescanTask(ports);
    const scanner = openScanner(ports.config);
    const watch = scanner && watchScanner(scanner, ports.log);
    const ofDocuments = documentPorts(ports, writer, (id, stored) => announceUpdates(ports.bus, id, stored));
    const ofWhiteboards = whiteboardPorts(ports, writer, (id, stored) => announceUpdates(ports.bus, id, stored));
    const live = { documents: livePorts(ofDocuments, liveText()), whiteboards: livePorts(ofWhiteboards, liveBoard()) };
    const checks = checkTask(ports, writer, { scanner, origin, removeRemains: remains.notify });
    return {
      serves: [
        serving(libraryRemoval, { remove: ({ caller }) => removeSpace(ports, caller.space_id) }),
        serving(libraryClosing, {
          async set_closed({ caller, input: { closed } }) {
            await setSpaceClosed(ports.database, 'library', caller.space_id, closed);
            invalidateTags(ports.bus, [SITEMAP_TAG]);
            return { closed };
          },
        }),
        serving(librarySearch, {
          find: async ({ input, caller }) => ({ found: [...(await findInLibrary(ports.database, caller.space_id, input))] }),
        }),
        serving(libraryIds, {
          find: async ({ input, caller }) => ({
            ids: await findExistingIds(ports.database, 'library', ['folder', 'document', 'whiteboard'], caller.space_id, input.ids),
          }),
        }),
        serving(libraryStorage, {
          measure: async ({ caller }) => ({ ...(await measureSpace(ports.database, 'library', caller.space_id)), files: 0 }),
        }),
        serving(folders, folderHandlers(ports, writer, createShelf(origin))),
        serving(assets, assetHandlers(ports, writer, { fetcher, scanner }, origin)),
        serving(formAssets, formAssetHandlers(ports, writer, origin, scanner)),
        serving(assetUploads, uploadHandlers(ports, writer, remains.notify)),
        serving(uploadDirectory, uploadDirectoryHandlers(ports, { check: checks.notify, removeRemains: remains.notify })),
        serving(assetContent, assetContentHandlers(ports)),
        serving(documents, documentHandlers(ofDocuments)),
        serving(documentVersions, documentVersionHandlers(ofDocuments)),
        serving(documentLive, liveHandlers(live.documents, { fragment: FRAGMENT_NAME, schema_version: SCHEMA_VERSION })),
        serving(whiteboardLive, liveBoardHandlers(live.whiteboards, { elements: ELEMENTS_NAME, schema_version: BOARD_SCHEMA_VERSION })),
        serving(liveDirectory, liveDirectoryHandlers(ports, Object.values(live))),
        serving(libraryAssetUses, libraryAssetUsesHandlers(ports)),
        serving(assetDirectory, assetDirectoryHandlers(ports, origin)),
        serving(documentShareLinks, documentShareLinkHandlers(ofDocuments)),
        serving(documentPages, documentPageHandlers(ofDocuments)),
        serving(documentSitemaps, { count: () => countPublished(ports.database) }),
        serving(whiteboards, { ...whiteboardHandlers(ofWhiteboards), ...whiteboardPlaceHandlers(ports, writer) }),
        serving(whiteboardElements, elementHandlers(ofWhiteboards)),
        serving(whiteboardVersions, whiteboardVersionHandlers(ofWhiteboards)),
        serving(whiteboardComments, whiteboardCommentHandlers(ofWhiteboards, findElementsOf(ofWhiteboards))),
        serving(whiteboardShareLinks, whiteboardShareLinkHandlers(ofWhiteboards)),
        serving(whiteboardPages, whiteboardPageHandlers(ofWhiteboards)),
        serving(documentComments, commentHandlers(ofDocuments)),
        serving(contentDirectory, { ...contentDirectoryHandlers(ports), ...sharedContentHandlers(ports) }),
      ],
      consumers: [createUsesConsumer(ports, rescans.notify)],
      tasks: [
        rescans,
        comparisonTask(ports),
        checks,
        remains,
        uploadRetention(ports),
        trashRetention(ports),
        objectSweeper(ports),
        ...documentTasks(ofDocuments),
        ...whiteboardTasks(ofWhiteboards, [trashRetentionRule(ports, 'whiteboard', DOCUMENT_TRASH_DAYS)]),
        {
          name: 'addresses of published documents',
          start: async () => void (await correctAddresses(ports.database, origin)),
          stop: async () => {},
        },
        ...liveTasks(ports, Object.values(live)),
        { name: 'fetches of files', start: async () => {}, stop: () => fetcher.close() },
        ...(watch ? [watch.task] : []),
      ],
      ...(watch && { reports: { scanner: watch.state } }),
    };
  },
};
