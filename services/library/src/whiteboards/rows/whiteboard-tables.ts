import { contentTables } from '../../contents/kinds/content-tables-sql.ts';

/** The names of whiteboards. */
export const whiteboardTables = contentTables('whiteboard', 'whiteboards');
