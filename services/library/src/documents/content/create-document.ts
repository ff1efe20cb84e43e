import type { Call, Handlers, Json } from '@space/bus';
import { invalidFields, Problem, unresolvedReferences } from '@space/contracts/core';
import { type Document, documentCreated, type documents, MAX_DOCUMENTS } from '@space/contracts/documents';
import { newId } from '@space/database';
import { replayIfStored } from '@space/event-log';
import type { NewContent, NewDocument } from '@space/rich-text';
import { loadPresent } from '../../contents/storage/load-state.ts';
import { insertUpdate } from '../../contents/storage/updates.queries.ts';
import { preparePlace, takePlace } from '../../tree/place.ts';
import { assertReferences, type GivenText } from '../references/assert-references.ts';
import { countDocuments, findDocumentRows, insertDocument } from '../rows/document-rows.queries.ts';
import { eventDataOf } from '../rows/event-data.ts';
import { answerOf, findDocument } from '../rows/find-document.ts';
import { announceMentions } from '../storage/announce-text.ts';
import { storeTextAndUses } from '../storage/store-text.ts';
import { type StoredReference, storedTextOf } from '../storage/stored-text.ts';
import type { DocumentPorts } from './document-ports.ts';
import { presentText } from './present-text.ts';

/** A document to create. */
interface Given {
  readonly title: string;
  readonly icon: string | null;
  readonly folder_id?: string | null | undefined;
  readonly folder_path?: string | undefined;
  readonly created: NewDocument;
  /** The texts of the call in which references stand. */
  readonly given: readonly GivenText[];
  /** References that may name things that are gone: those of the document that is copied. */
  readonly known?: readonly StoredReference[];
}

type Creating = typeof documents.operations.create | typeof documents.operations.import;

/** Returns the handler that creates a document. */
export const createDocument =
  (from: DocumentPorts): Handlers<typeof documents>['create'] =>
  async (call) => {
    const { title, icon, folder_id, folder_path, markdown, html } = call.input;
    const stored = await replayIfStored('library', from.ports, call);
    if (stored) return stored;
    const { content, path, known } = await contentOf(from, call);
    const created = await from.texts.run(call.caller.space_id, 'new_document', content, path);
    const text = markdown ?? html;
    const given = text === undefined ? [] : [{ path, text }];
    return storeDocument(from, call, { title, icon, folder_id, folder_path, created, given, known }, (answer) => answer);
  };

/** Returns the content that a call gives, and its field. */
async function contentOf(
  { ports, texts }: DocumentPorts,
  { input, caller }: Call<typeof documents.operations.create>,
): Promise<{ readonly content: NewContent; readonly path: string; readonly known?: readonly StoredReference[] }> {
  const { markdown, html, blocks, from_document_id } = input;
  const forms = Object.entries({ markdown, html, blocks, from_document_id }).filter(([, value]) => value !== undefined);
  if (forms.length > 1)
    throw invalidFields([{ path: forms[1]![0], code: 'conflict', message: `stands in place of ${forms[0]![0]}; send one of them` }]);
  if (html !== undefined) return { content: { html }, path: 'html' };
  if (blocks !== undefined) return { content: { json: blocks }, path: 'blocks' };
  if (from_document_id === undefined) return { content: { markdown: markdown ?? '' }, path: 'markdown' };
  const source = (await findDocumentRows(ports.database, caller.space_id, [from_document_id])).get(from_document_id);
  if (!source) throw unresolvedReferences([{ path: 'from_document_id', noun: 'document', id: from_document_id }]);
  const state = await loadPresent(ports.database, texts, caller.space_id, source);
  const { refs } = await presentText(ports.database, texts, source);
  return { content: { state }, path: 'from_document_id', known: refs };
}

/** Stores a new document with its text, and announces it. */
export async function storeDocument<O extends Creating, Answer extends Json<Document>>(
  { ports, writer, texts, kind }: DocumentPorts,
  call: Call<O>,
  { title, icon, folder_id, folder_path, created, given, known = [] }: Given,
  answerWith: (answer: Json<Document>) => Answer,
): Promise<Answer> {
  const { space_id: space, actor } = call.caller;
  const text = storedTextOf(await texts.run(space, 'derive', { blocks: created.blocks }));
  await assertReferences(ports, call, known, text.refs, given);
  const place = await preparePlace(ports.database, space, { folder_id, folder_path });
  return (await writer.write(call as Call<typeof documents.operations.create>, async function createInTransaction(tx) {
    const folder = (await takePlace(tx, space, place)) ?? null;
    if ((await countDocuments(tx, space)) >= MAX_DOCUMENTS)
      throw new Problem('limit_reached', `A Space can have ${MAX_DOCUMENTS} documents with those in the trash; delete one for good first.`);
    const id = newId('doc');
    await insertDocument(tx, { space_id: space, id, folder_id: folder, title, icon, created_by: actor }, tx.now);
    await insertUpdate(tx, kind.tables, { space, id, version: 1, update: created.state, actor }, tx.now);
    const document = kind.withDerived(await findDocument(tx, space, id), text);
    const mentions = await storeTextAndUses(tx, document, text);
    const dataOf = await eventDataOf(tx, space, [document]);
    tx.emit(documentCreated, { ...dataOf(document), excerpt: text.excerpt });
    await announceMentions(tx, document, mentions);
    return answerWith(await answerOf(tx, space, id)) as never;
  })) as unknown as Answer;
}
