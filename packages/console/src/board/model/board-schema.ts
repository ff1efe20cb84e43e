import { ELEMENTS_NAME } from '@space/board/live';
import { BOARD_SCHEMA_VERSION } from '@space/contracts/whiteboard-elements';
import type { LiveSchema } from '../../live-editing/live-content.ts';

/** The content of whiteboards that this editor knows. It leaves elements that it does not know as they are. */
export const boardSchema: LiveSchema = { root: ELEMENTS_NAME, version: BOARD_SCHEMA_VERSION };
