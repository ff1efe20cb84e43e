import type { Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { AnnounceUpdates, ContentPorts } from '../../contents/kinds/content-ports.ts';
import { createContentTurns } from '../../contents/kinds/content-turns.ts';
import { type BoardPictures, createBoardPictures } from '../pictures/board-pictures.ts';
import { type BoardWork, createBoardWork } from './board-work.ts';
import { type WhiteboardTypes, whiteboardKind } from './whiteboard-kind.ts';

/** The ports of the handlers of whiteboards. */
export interface WhiteboardPorts extends ContentPorts<WhiteboardTypes> {
  readonly boards: BoardWork;
  readonly pictures: BoardPictures;
}

/** Creates the ports of the handlers of whiteboards in one process. */
export function whiteboardPorts(ports: Ports, writer: Writer, announceUpdates: AnnounceUpdates): WhiteboardPorts {
  const boards = createBoardWork();
  return {
    ports,
    writer,
    boards,
    pictures: createBoardPictures(),
    kind: whiteboardKind(boards),
    turns: createContentTurns(),
    announceUpdates,
  };
}
