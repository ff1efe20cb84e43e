import type { Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { AnnounceUpdates, ContentPorts } from '../../contents/kinds/content-ports.ts';
import { createContentTurns } from '../../contents/kinds/content-turns.ts';
import { createTextWork, type TextWork } from '../texts/text-work.ts';
import { type DocumentTypes, documentKind } from './document-kind.ts';

/** The ports of the handlers of documents. */
export interface DocumentPorts extends ContentPorts<DocumentTypes> {
  readonly texts: TextWork;
}

/** Creates the ports of the handlers of documents in one process. */
export function documentPorts(ports: Ports, writer: Writer, announceUpdates: AnnounceUpdates): DocumentPorts {
  const texts = createTextWork();
  return { ports, writer, texts, kind: documentKind(texts), turns: createContentTurns(), announceUpdates };
}
