import { join } from 'node:path';
import { openDatabase, sql } from '@space/database';
import { createDocument, newBlockId, parseMarkdown } from '@space/rich-text';
import { sampleMarkdown } from '../../packages/rich-text/bench/sample.ts';
import { freePorts, startProgram } from '../profiles/program.ts';
import { type MeasuredDocument, measureEdits } from './document-edits.ts';
import { measureReads } from './document-reads.ts';
import type { Figure } from './figure.ts';
import { type LiveSystem, measureLive } from './live-documents.ts';
import type { Subject } from './subject.ts';

/** Edits of a kind for each second of a measurement. */
const EDITS_PER_SECOND = 5;
/** Documents that are open at the same time, each of about so many characters. */
const OPEN_DOCUMENTS = 500;
const OPEN_CHARACTERS = 14_000;

/** Measures documents next to a floor of the libraries and SQL: edits, live editing, searches and lists. */
export async function measureDocuments(subject: Subject, seconds: number, folder: string): Promise<Figure[]> {
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const floor = await startProgram({
    name: 'documents-floor',
    file: 'scripts/bench/documents-floor.ts',
    args: [String(port), subject.profile.connection.database_url!],
    logFile: join(folder, 'documents-floor.log'),
    env: {},
    ready: async () => (await fetch(`${url}/readyz`)).ok,
  });
  try {
    const short = await addDocument(subject, url, '11 KB', 11_000);
    const long = await addDocument(subject, url, '110 KB', 110_000);
    const edits = await measureEdits(subject, [short, long], { url, pid: floor.pid }, EDITS_PER_SECOND * seconds);
    const live = await liveSystem(subject, url);
    const theirs: LiveSystem = {
      pids: [floor.pid],
      address: async (document) => `${url.replace(/^http/, 'ws')}/${live.floor}/${document}`,
    };
    const together = await measureLive(live.system, theirs, OPEN_DOCUMENTS, seconds);
    return [...edits, ...together, ...(await measureReads(subject, short.id, url))];
  } finally {
    await floor.stop();
  }
}

/** Creates a document of about so many characters, and the same in the floor. */
async function addDocument({ client }: Subject, floorUrl: string, name: string, characters: number): Promise<MeasuredDocument> {
  const markdown = sampleMarkdown(characters);
  const { id } = await client.documents.create({ title: name, markdown });
  const state = createDocument(parseMarkdown(markdown), newBlockId);
  const floor = `of-${characters}`;
  const answer = await fetch(`${floorUrl}/documents/${floor}`, { method: 'PUT', body: Buffer.from(state).toString('base64') });
  if (!answer.ok) throw new Error(`The floor returned ${answer.status}: ${await answer.text()}`);
  return { name, id, markdown, floor };
}

/** Makes the documents of live editing: copies of one, with SQL instead of the API. */
async function liveSystem(subject: Subject, floorUrl: string): Promise<{ readonly system: LiveSystem; readonly floor: string }> {
  const { client, profile, space_id } = subject;
  const { id: source, floor } = await addDocument(subject, floorUrl, '14 KB', OPEN_CHARACTERS);
  const database = await openDatabase(profile.connection.database_url!);
  await database.query(sql.typeAlias('void')`
    insert into library.document (space_id, id, title, content_version, created_by, edited_by, edited_at, created_at, updated_at)
    select space_id, 'doc_l' || lpad(i::text, 25, '0'), title || ' ' || i, 1, created_by, edited_by, edited_at, created_at, updated_at
    from library.document, generate_series(1, ${OPEN_DOCUMENTS}::int) as i where space_id = ${space_id} and id = ${source}`);
  await database.query(sql.typeAlias('void')`
    insert into library.document_update (space_id, document_id, version, update, actor, created_at)
    select space_id, 'doc_l' || lpad(i::text, 25, '0'), 1, update, actor, created_at
    from library.document_update, generate_series(1, ${OPEN_DOCUMENTS}::int) as i where space_id = ${space_id} and document_id = ${source} and version = 1`);
  await database.end();
  const origin = new URL(profile.connection.base_url).origin.replace(/^http/, 'ws');
  async function address(document: number): Promise<string> {
    const ticket = await client.document_live.ticket({ id: `doc_l${String(document + 1).padStart(25, '0')}` });
    const { pathname, search } = new URL(ticket.url);
    return `${origin}${pathname}${search}`;
  }
  return { system: { pids: profile.programs.map(({ pid }) => pid), address }, floor };
}
