import type { Handlers } from '@space/bus';
import type { eventStorage } from '@space/contracts/platform';
import { type Database, measureSpace } from '@space/database';

/** Tables whose rows count: an owner deletes them. */
const LASTING = ['agent', 'automation', 'listener'];
/** Tables of which only the bytes count: their rows end by their retention, and none can be deleted. */
const RETAINED = ['automation_run', 'chat_line'];

/**
 * Returns the handler that measures the automations, listeners and chats of a Space. Events and deliveries do not count:
 * they are copies of what other services store, and end by their retention.
 */
export const storageHandlers = (database: Database): Handlers<typeof eventStorage> => ({
  async measure({ caller: { space_id } }) {
    const lasting = await measureSpace(database, 'events', space_id, LASTING);
    const { bytes } = await measureSpace(database, 'events', space_id, RETAINED);
    return { bytes: lasting.bytes + bytes, rows: lasting.rows, files: 0 };
  },
});
