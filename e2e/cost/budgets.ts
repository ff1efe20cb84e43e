import { MAX_PAGE_BYTES } from '@space/contracts/core';
import { MAX_MESSAGE_BYTES } from '@space/contracts/platform';
import { MAX_PAGE_BODY_BYTES } from '@space/contracts/publishing';

/** The most that one request may cost. */
export interface Budget {
  /** CPU time of the process. */
  readonly cpu_ms: number;
  /** CPU time of Postgres. */
  readonly database_cpu_ms: number;
  /** Growth of resident memory up to its peak. */
  readonly memory_mb: number;
  readonly answer_bytes: number;
}

/** Bytes of an answer in addition to the entries of its page. */
const ENVELOPE_BYTES = 65_536;

/**
 * The budget of a request that has no other. A valid body of the largest size takes up to 250 ms of CPU time; the rest is a
 * margin for first calls, whose code is not compiled yet, and for work of the profile in the background.
 */
const DEFAULT: Budget = { cpu_ms: 500, database_cpu_ms: 500, memory_mb: 160, answer_bytes: MAX_PAGE_BYTES + ENVELOPE_BYTES };

/**
 * A document of 5 MiB is larger than any other resource. It is parsed when it is saved, in a worker thread: 2.1 s of CPU time on a
 * machine whose processors are all busy.
 */
const SAVED_DOCUMENT: Partial<Budget> = { cpu_ms: 3_000, memory_mb: 350, answer_bytes: MAX_PAGE_BODY_BYTES };

/** The answer contains that document. */
const READ_DOCUMENT: Partial<Budget> = { answer_bytes: MAX_PAGE_BODY_BYTES };

/** Budgets by kind, an id of an operation or a name, with what they change of the default. */
const budgets: Readonly<Record<string, Partial<Budget>>> = {
  'pages.create': SAVED_DOCUMENT,
  'pages.update': SAVED_DOCUMENT,
  'pages.get': READ_DOCUMENT,
  'page_versions.get': READ_DOCUMENT,
  // A message of MCP is parsed twice: with its envelope, and by the service.
  tool: { cpu_ms: 1_000 },
  // All pages of an export, one after the other.
  download: { cpu_ms: 1_000, answer_bytes: 16 * 1_048_576 },
  // Twenty calls in one message.
  batch: { cpu_ms: 3_000, memory_mb: 350 },
  // The call computes formulas for 100 ms, and the thread of the background starts on the rest. The answer has 2 MiB of cells that
  // depend on the current time in addition to its page, or the cells of a row and those before the change.
  formulas: { cpu_ms: 1_500, answer_bytes: MAX_MESSAGE_BYTES },
  // Half a million cells are parsed, and 5,000 rows are written.
  'rows.import': { cpu_ms: 2_000 },
  'contacts.import': { cpu_ms: 2_000 },
};

/** Returns the budget of a kind of request. */
export const budgetOf = (kind: string): Budget => ({ ...DEFAULT, ...budgets[kind] });
