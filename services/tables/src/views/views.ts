import { isDeepStrictEqual } from 'node:util';
import { crc32 } from 'node:zlib';
import { type Call, type Handlers, Json } from '@space/bus';
import { invalidFields, notFound } from '@space/contracts/core';
import { tableViewCreated, tableViewDeleted, tableViewUpdated, type View, type ViewType, type views } from '@space/contracts/tables';
import { mustMatch, newId, readPage } from '@space/database';
import { createWriter, type Transaction } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import type { z } from 'zod';
import { columnKeyReader } from '../names/column-names.ts';
import { createQueryContext } from '../query/query-context.ts';
import type { Schema } from '../schema/schema.ts';
import type { SchemaCache } from '../schema/schema-cache.ts';
import { checkViewConfig } from './check-view-config.ts';
import { assertCanBePersonal, assertViewsFit, countViewsWithRoom, defaultViewConflict, ownerFor } from './personal-views.ts';
import { toStoredConfig, toViewConfigResponse, type ViewConfig } from './stored-config.ts';
import { toViewResponse } from './view-response.ts';
import { viewerOf } from './viewer.ts';
import {
  bumpTableVersion,
  countViews,
  deleteView,
  findView,
  insertView,
  listViews,
  lockViews,
  unsetDefaultView,
  updateView,
  type ViewRow,
} from './views.queries.ts';

/**
 * Returns the handlers of the views contract. A table with views has one default view: the first one, until another
 * replaces it. It cannot be deleted while others exist.
 */
export function viewHandlers(ports: Ports, schemas: SchemaCache): Handlers<typeof views> {
  const { database, clock } = ports;
  const write = createWriter('tables', ports);

  /** Validates a config and returns its stored form. Rejects it with all errors. */
  const validateConfig = async (
    tx: CommonQueryMethods,
    { understood }: Pick<Call, 'understood'>,
    schema: Schema,
    type: ViewType,
    given: ViewConfig,
  ): Promise<ViewConfig> => {
    const context = await createQueryContext(tx, schema, clock.now());
    const { config, errors } = checkViewConfig(context, type, given, columnKeyReader(schema, understood));
    if (errors.length > 0) throw invalidFields(errors);
    return toStoredConfig(schema, config);
  };

  return {
    list: async ({ input, caller }) => {
      const schema = await schemas.read(database, caller.space_id, input.table_id);
      const page = JSON.parse(await readPage(database, listViews(caller.space_id, input, viewerOf(caller))));
      return { ...page, data: page.data.map((view: ViewRow) => toViewResponse(schema, view)) };
    },

    get: async ({ input, caller }) => {
      const schema = await schemas.read(database, caller.space_id, input.table_id);
      const view = await findView(database, caller.space_id, input.table_id, input.view_id, viewerOf(caller));
      if (!view) throw notFound('view', input.view_id);
      return answer(schema, view);
    },

    create: (call) =>
      write.write(call, async (tx) => {
        const { table_id, name, type, config, is_default, personal } = call.input;
        const space_id = call.caller.space_id;
        const owner_id = ownerFor(call.caller, personal, is_default);
        const schema = await lockSchema(tx, schemas, call);
        const count = await countViewsWithRoom(tx, schema, owner_id);
        const view = { space_id, table_id, id: newId('viw'), name, type, config: await validateConfig(tx, call, schema, type, config) };
        if (is_default) await unsetDefaultView(tx, space_id, table_id, tx.now);
        const isFirst = owner_id === null && count === 0;
        const created = await insertView(tx, { ...view, owner_id, is_default: is_default || isFirst }, tx.now);
        await assertViewsFit(tx, schema, owner_id);
        if (owner_id === null) {
          await bumpTableVersion(tx, space_id, table_id, tx.now);
          tx.emit(tableViewCreated, { ...viewEventData(schema, created), view_type: type });
        }
        return answer(schema, created);
      }),

    update: (call) =>
      write.write(call, async (tx) => {
        const { table_id, name, type, config, is_default } = call.input;
        const space = call.caller.space_id;
        const schema = await lockSchema(tx, schemas, call);
        const before = await findViewToChange(tx, call);
        const owner_id = ownerFor(call.caller, call.input.personal ?? before.owner_id !== null, is_default === true);
        const isMoved = owner_id !== before.owner_id;
        if (isMoved && owner_id !== null) await assertCanBePersonal(tx, space, before);
        const isOnly = isMoved && (await countViewsWithRoom(tx, schema, owner_id)) === 0;
        const isReshaped = config !== undefined || (type !== undefined && type !== before.type);
        const wanted: ViewRow = {
          ...before,
          name: name ?? before.name,
          type: type ?? before.type,
          config: isReshaped ? await updateConfig(tx, call, schema, before, type, config) : before.config,
          is_default: is_default ?? (before.is_default || (isOnly && owner_id === null)),
          owner_id,
        };
        const changed = changedFields(before, wanted);
        if (changed.length === 0) return answerOfUpdate(schema, before, before, changed);
        if (changed.includes('is_default')) await unsetDefaultView(tx, space, table_id, tx.now);
        const after = await updateView(tx, space, wanted, tx.now);
        await assertViewsFit(tx, schema, owner_id);
        if (before.owner_id === null || owner_id === null) await bumpTableVersion(tx, space, table_id, tx.now);
        emitUpdated(tx, schema, before, after, changed);
        return answerOfUpdate(schema, after, before, changed);
      }),

    delete: (call) =>
      write.write(call, async (tx) => {
        const { table_id, view_id } = call.input;
        const space = call.caller.space_id;
        const schema = await lockSchema(tx, schemas, call);
        const view = await findViewToChange(tx, call);
        if (view.is_default && (await countViews(tx, space, table_id, null)) > 1) throw defaultViewConflict(view.name);
        const revoked_links = await deleteView(tx, space, view_id);
        if (view.owner_id === null) {
          await bumpTableVersion(tx, space, table_id, tx.now);
          tx.emit(tableViewDeleted, viewEventData(schema, view));
        }
        const { name, type, config, personal } = toViewResponse(schema, view);
        const before = { name, type, config: config as z.core.util.JSONType, ...(personal && { personal }) };
        return { id: view_id, deleted: true as const, before, revoked_links };
      }),
  };

  /** Returns the stored config of an updated view. A new type without config must fit the stored config. */
  function updateConfig(
    tx: CommonQueryMethods,
    call: Pick<Call, 'understood'>,
    schema: Schema,
    before: ViewRow,
    type = before.type,
    config?: ViewConfig,
  ) {
    return validateConfig(tx, call, schema, type, config ?? toViewConfigResponse(schema, before.config));
  }
}

/** Locks the columns and views of a table until the transaction ends, and returns its schema. */
async function lockSchema(
  tx: CommonQueryMethods,
  schemas: SchemaCache,
  { input, caller }: Pick<Call, 'caller'> & { readonly input: { readonly table_id: string } },
): Promise<Schema> {
  if (!(await lockViews(tx, caller.space_id, input.table_id))) throw notFound('table', input.table_id);
  return schemas.read(tx, caller.space_id, input.table_id);
}

async function findViewToChange(
  tx: CommonQueryMethods,
  {
    input: { table_id, view_id },
    caller,
    if_version,
  }: Pick<Call, 'caller' | 'if_version'> & { readonly input: { readonly table_id: string; readonly view_id: string } },
): Promise<ViewRow> {
  const view = await findView(tx, caller.space_id, table_id, view_id, viewerOf(caller));
  if (!view) throw notFound('view', view_id);
  mustMatch(if_version, view.version);
  return view;
}

type ChangedField = 'name' | 'type' | 'config' | 'is_default' | 'personal';

/** Returns the names of the fields of a view that differ, as callers know them. */
function changedFields(before: ViewRow, after: ViewRow): ChangedField[] {
  const fields = (['name', 'type', 'config', 'is_default'] as const).filter((field) => !isDeepStrictEqual(after[field], before[field]));
  return after.owner_id === before.owner_id ? fields : [...fields, 'personal'];
}

/** Emits what listeners see of a change: one that becomes shared is created for them, and one that becomes personal is deleted. */
function emitUpdated(
  tx: Transaction<typeof tableViewUpdated | typeof tableViewCreated | typeof tableViewDeleted>,
  schema: Schema,
  before: ViewRow,
  after: ViewRow,
  changed: readonly ChangedField[],
): void {
  const [wasShared, isShared] = [before.owner_id === null, after.owner_id === null];
  if (wasShared && isShared) tx.emit(tableViewUpdated, { ...viewEventData(schema, after), view_type: after.type, changed: [...changed] });
  else if (isShared) tx.emit(tableViewCreated, { ...viewEventData(schema, after), view_type: after.type });
  else if (wasShared) tx.emit(tableViewDeleted, viewEventData(schema, before));
}

const answer = (schema: Schema, view: ViewRow) => new Json<View>(JSON.stringify(toViewResponse(schema, view)), view.version);

/** Builds the answer of an update: the view with its ETag, and the earlier values of the changed fields. */
function answerOfUpdate(schema: Schema, after: ViewRow, before: ViewRow, changed: readonly ChangedField[]) {
  const { text, version } = answer(schema, after);
  const earlier = toViewResponse(schema, before);
  const fields = Object.fromEntries(changed.map((field) => [field, earlier[field]]));
  return new Json<View & { before: never }>(JSON.stringify({ ...JSON.parse(text), before: fields }), version, crc32(text));
}

const viewEventData = (schema: Schema, { id, name }: ViewRow) => ({
  table_id: schema.table_id,
  table: schema.plural_label,
  view_id: id,
  view: name,
});
