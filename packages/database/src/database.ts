import {
  createIntervalTypeParser,
  createNumericTypeParser,
  createPool,
  createSqlTag,
  type DatabasePool,
  type Interceptor,
  SchemaValidationError,
} from 'slonik';
import { z } from 'zod';

/** The tag for every statement: values are bound, never spliced. `sql.type(Row)` names the row it answers. */
export const sql = createSqlTag({ typeAliases: { void: z.object({}).strict() } });

/** A pool of connections to one Postgres; `one`, `maybeOne`, `any`, `transaction`. */
export type Database = DatabasePool;

/** How a process uses its Postgres. */
export interface DatabaseOptions {
  /** Connections at most. */
  readonly connections?: number;
  /** Check every row against the schema of its statement; for tests. */
  readonly checkRows?: boolean;
}

/** A statement may run this long, in milliseconds: less than a caller waits. */
const STATEMENT_TIMEOUT_MS = 9_000;

/** An open transaction that does nothing for this long is ended: it would hold back every event (architecture 4). */
const IDLE_IN_TRANSACTION_MS = 5_000;

/** Opens a pool. bigint columns answer numbers; timestamps answer milliseconds since the epoch. */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const pool = await createPool(url, {
    maxPoolSize: options.connections ?? 10,
    idleTimeout: 60_000,
    connectionTimeout: 5_000,
    statementTimeout: STATEMENT_TIMEOUT_MS,
    idleInTransactionSessionTimeout: IDLE_IN_TRANSACTION_MS,
    queryRetryLimit: 2,
    transactionRetryLimit: 3,
    // No statement of ours changes its session, so a connection goes back as it is and keeps its prepared statements.
    resetConnection: async () => {},
    typeParsers: [
      { name: 'int8', parse: Number },
      { name: 'timestamptz', parse: (value) => new Date(value).getTime() },
      createNumericTypeParser(),
      createIntervalTypeParser(),
    ],
    interceptors: options.checkRows ? [checkRows] : [],
  });
  // Each error reaches whoever asked; an emitter that nobody listens to would throw one of its own in its place.
  pool.on('error', () => {});
  return pool;
}

const checkRows: Interceptor = {
  name: 'check-rows',
  transformRow: (context, actualQuery, row) => {
    const parser = context.resultParser;
    const checked = parser?.['~standard'].validate(row);
    if (checked instanceof Promise) throw new Error('A row schema must not be asynchronous.');
    if (checked?.issues) throw new SchemaValidationError(actualQuery, row, checked.issues);
    return (checked?.value ?? row) as typeof row;
  },
};
