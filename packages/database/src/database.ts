import { IDLE_TRANSACTION_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from '@space/contracts/platform';
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
import { boundedPool } from './bounded-pool.ts';
import { checkStatementNames } from './statement-names.ts';
import { type DatabaseTarget, databaseTarget } from './target.ts';
import { textArrays } from './text-arrays.ts';

/** The tag of every statement: values become parameters. Its method `type` declares the schema of the rows. */
export const sql = createSqlTag({ typeAliases: { void: z.object({}).strict() } });

/** A pool of connections to one Postgres, with `one`, `maybeOne`, `any` and `transaction`. */
export type Database = DatabasePool;

/** Options of a connection pool. */
export interface DatabaseOptions {
  /** Maximum number of connections; default 10. */
  readonly connections?: number;
  /** Validate every row against the schema of its statement, and the names of prepared statements, for tests. */
  readonly checkRows?: boolean;
  /** Milliseconds after which Postgres ends a transaction without a statement; default `IDLE_TRANSACTION_TIMEOUT_MS`. */
  readonly idleTransactionMs?: number;
  /** Milliseconds after which Postgres ends a statement; default `STATEMENT_TIMEOUT_MS`. */
  readonly statementMs?: number;
}

/** Maximum number of connections of a pool by default. */
const DEFAULT_CONNECTIONS = 10;

/** Opens a pool whose callers take turns (connection-queue.ts). A bigint column is returned as a number, a timestamptz column as milliseconds since the epoch. */
export async function openDatabase(target: string | DatabaseTarget, options: DatabaseOptions = {}): Promise<Database> {
  const { url, ssl } = typeof target === 'string' ? databaseTarget(target) : target;
  const connections = options.connections ?? DEFAULT_CONNECTIONS;
  const pool = await createPool(url, {
    ...(ssl ? { ssl } : {}),
    maxPoolSize: connections,
    idleTimeout: 60_000,
    connectionTimeout: 5_000,
    statementTimeout: options.statementMs ?? STATEMENT_TIMEOUT_MS,
    idleInTransactionSessionTimeout: options.idleTransactionMs ?? IDLE_TRANSACTION_TIMEOUT_MS,
    queryRetryLimit: 2,
    transactionRetryLimit: 3,
    // No statement changes its session, so a connection returns to the pool unchanged, with its prepared statements.
    resetConnection: async () => {},
    typeParsers: [
      { name: 'int8', parse: Number },
      { name: 'timestamptz', parse: (value) => new Date(value).getTime() },
      createNumericTypeParser(),
      createIntervalTypeParser(),
    ],
    interceptors: options.checkRows ? [textArrays, checkRows, checkStatementNames()] : [textArrays],
  });
  // Each error reaches the caller of its statement. Without a listener the emitter would throw it a second time.
  pool.on('error', () => {});
  return boundedPool(pool, connections);
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
