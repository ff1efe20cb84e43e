import { parseBody } from '@space/bus';
import { type CatalogEntry, catalog } from '@space/contracts/catalog';
import { isIdField, Problem, resourceIds } from '@space/contracts/core';
import { type Clock, isoTime } from '@space/database';
import type { ApiKey } from '../auth/api-key.ts';
import type { JsonSchema } from '../operation/json-schema.ts';
import { isReadOnly } from '../operation/read-only.ts';
import type { ActivityLog } from './activity-log.ts';

/** The facts about a call that its line of the activity log is made from. */
export interface AuditContext {
  readonly channel: 'rest' | 'mcp';
  /** The operation; undefined for a tool that is not an operation. */
  readonly entry?: CatalogEntry | undefined;
  /** The name of the tool as the client sent it. */
  readonly tool?: string;
  /** Arguments of the call, of which the line takes the ids and `dry_run`. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly request_id: string;
  /** The start of the call by the monotonic clock, in milliseconds. */
  readonly started_ms: number;
  readonly dry_run?: boolean | undefined;
}

/** Writes the line of a call: its context, its outcome, and its answer when there is one (contract, C7). */
export type RecordActivity = (key: ApiKey, call: AuditContext, outcome: string, answer?: Uint8Array) => void;

const TOOL_NAME = /^[\w-]{1,64}$/;
const readOnlyIds: ReadonlySet<string | null> = new Set(catalog.filter(({ operation }) => isReadOnly(operation)).map(({ id }) => id));

/** Returns the function that writes lines to a log. */
export const createActivityRecorder = (activity: ActivityLog, clock: Clock): RecordActivity =>
  function recordActivity({ caller: { space_id, key_id, actor, person }, client }, call, outcome, answer) {
    const { entry, tool, fields } = call;
    const is_read_only = entry === undefined || readOnlyIds.has(entry.id);
    // One screen of the console reads dozens of times, so a read of a person is a line only when it was refused or shows a secret.
    if (person && (space_id === '' || (is_read_only && outcome === 'ok' && !entry?.operation.confidential && !entry?.operation.download)))
      return;
    activity.append({
      space_id,
      key_id,
      client,
      actor,
      created_at: isoTime(clock.now()),
      channel: person ? 'console' : call.channel,
      operation: entry?.id ?? null,
      is_read_only,
      tool: tool !== undefined && TOOL_NAME.test(tool) ? tool : null,
      resource_ids: resourceIds(fields, answer),
      outcome,
      dry_run: call.dry_run === true || fields.dry_run === true,
      duration_ms: Math.round((performance.now() - call.started_ms) * 100) / 100,
      request_id: call.request_id,
    });
  };

/** Returns true if the operation with this id changes nothing. */
export const isReadOnlyId = (operation: string | null): boolean => readOnlyIds.has(operation);

/** Returns the outcome of a call that threw: the code of the Problem, otherwise `internal`. */
export const outcomeOf = (error: unknown): string => (error instanceof Problem ? error.code : 'internal');

/** Reads the fields of a body that its line needs; none when the body is not a JSON object. */
type ReadAuditFields = (body: Uint8Array | null) => Readonly<Record<string, unknown>>;

const NO_FIELDS = Object.freeze({});

/**
 * Returns the reader of the audited fields in the bodies of an operation: ids, and `dry_run` where the input has that
 * field. Undefined for an operation without such a field, so that its bodies are not parsed.
 */
export function createAuditFieldReader({ properties = {} }: JsonSchema, inPath: readonly string[]): ReadAuditFields | undefined {
  const names = Object.entries(properties)
    .filter(([field, schema]) => !inPath.includes(field) && (field === 'dry_run' || isIdField(field) || listsIds(schema)))
    .map(([field]) => field);
  if (names.length === 0) return undefined;
  return function readAuditFields(body) {
    const fields = parseObject(body);
    return Object.fromEntries(names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]]));
  };
}

/** Returns true if a field is a list of objects that hold ids. */
const listsIds = ({ items }: JsonSchema): boolean =>
  typeof items === 'object' && Object.keys(items.properties ?? {}).some((name) => name.endsWith('_id'));

function parseObject(body: Uint8Array | null): Readonly<Record<string, unknown>> {
  if (body === null) return NO_FIELDS;
  try {
    const value = parseBody(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : NO_FIELDS;
  } catch {
    return NO_FIELDS;
  }
}
