import { contentTables } from '../../contents/kinds/content-tables-sql.ts';

/** The names of documents. */
export const documentTables = contentTables('document', 'documents');
