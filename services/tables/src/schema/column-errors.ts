/** The error of a reference column whose table was deleted. */
export const TABLE_DELETED = { code: 'table_gone', message: 'The table it points to was deleted.' };
