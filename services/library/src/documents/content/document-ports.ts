import type { Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { TextWork } from '../texts/text-work.ts';
import { createTextWork } from '../texts/text-work.ts';
import { createDocumentTurns, type DocumentTurns } from './document-turns.ts';

/** The ports of the handlers of documents. */
export interface DocumentPorts {
  readonly ports: Ports;
  readonly writer: Writer;
  readonly texts: TextWork;
  readonly turns: DocumentTurns;
  /** Announces to the gateways with live connections that a document has a later version without an event. */
  readonly announceLater: AnnounceLater;
}

type AnnounceLater = (document_id: string) => void;

/** Creates the ports of the handlers of documents in one process. */
export const documentPorts = (ports: Ports, writer: Writer, announceLater: AnnounceLater): DocumentPorts => ({
  ports,
  writer,
  texts: createTextWork(),
  turns: createDocumentTurns(),
  announceLater,
});
