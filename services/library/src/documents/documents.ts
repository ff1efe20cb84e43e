import { type Handlers, Json } from '@space/bus';
import type { documents } from '@space/contracts/documents';
import { readPage } from '@space/database';
import { createDocument } from './content/create-document.ts';
import type { DocumentPorts } from './content/document-ports.ts';
import { editHandlers } from './content/edit-document.ts';
import { fileHandlers } from './content/files.ts';
import { presentText } from './content/present-text.ts';
import { readDocument } from './content/read-document.ts';
import { listDocuments, listReferences } from './lists/list-documents-sql.ts';
import { searchDocuments } from './lists/search-documents.queries.ts';
import { documentPlaceHandlers } from './places/place-documents.ts';
import { updateDocument } from './places/update-document.ts';
import { publishDocument } from './publication/publish-document.ts';
import { findDocument } from './rows/find-document.ts';

/** Creates the handlers of documents. */
export function documentHandlers(from: DocumentPorts): Handlers<typeof documents> {
  const { ports, writer } = from;
  const { database } = ports;
  return {
    list: async ({ input, caller }) => new Json(await readPage(database, listDocuments(caller.space_id, input))),
    search: async ({ input, caller }) => ({ data: [...(await searchDocuments(database, caller.space_id, input))] }),
    async references({ input: { id, ...list }, caller }) {
      const document = await findDocument(database, caller.space_id, id);
      // A stale text lacks changes that were answered; this reads them and stores nothing.
      const refs = document.is_stale ? (await presentText(database, from.texts, document)).refs : null;
      return new Json(await readPage(database, listReferences(caller.space_id, id, list, refs)));
    },
    create: createDocument(from),
    get: readDocument(from),
    update: updateDocument(ports, writer),
    ...editHandlers(from),
    ...fileHandlers(from),
    publish: publishDocument(from),
    ...documentPlaceHandlers(ports, writer),
  };
}
