import { isDeepStrictEqual } from 'node:util';
import { type Handlers, Json } from '@space/bus';
import { audienceCreated, audienceDeleted, type audiences, audienceUpdated } from '@space/contracts/contacts';
import { Problem } from '@space/contracts/core';
import { newId, readEntries, readPage, withUniqueViolation } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { rulesFilter } from '../conditions/audience-rule.queries.ts';
import { listContacts } from '../contacts/list-contacts-sql.ts';
import { createAudiencePresenter } from './audience-counts.ts';
import { parseDefinition, previousValues, replaceMembersIfChanged, requireDefinition, resolveMembers } from './audience-definition.ts';
import { memberIds, replaceMembers } from './audience-members.queries.ts';
import { limitComparisons } from './audience-page.ts';
import {
  deleteAudience,
  findAudience,
  findIdByName,
  insertAudience,
  listAudiences,
  lockAudience,
  type StoredAudience,
  updateAudience,
} from './audiences.queries.ts';

/** Creates the handlers of the audiences contract. A condition is evaluated whenever its audience is read. */
export function audienceHandlers(ports: Ports): Handlers<typeof audiences> {
  const { database } = ports;
  const writer = createWriter('contacts', ports);
  const { withCounts, respond } = createAudiencePresenter(ports.clock);

  return {
    async list({ input, caller }) {
      const page = limitComparisons(await readEntries(database, listAudiences(caller.space_id, input)));
      return { ...page, data: await withCounts(database, caller.space_id, page.data) };
    },

    async create(call) {
      const { name, description = null, ...given } = call.input;
      const { condition, contact_ids } = requireDefinition(given);
      const space = call.caller.space_id;
      return rejectDuplicateName(database, space, name, () =>
        writer.write(call, async function createInTransaction(tx) {
          const created = await insertAudience(tx, space, newId('aud'), { name, description, condition }, tx.now);
          if (contact_ids) await replaceMembers(tx, space, created.audience.id, await resolveMembers(tx, space, contact_ids));
          tx.emit(audienceCreated, eventData(created.audience));
          return respond(tx, space, created);
        }),
      );
    },

    async get({ input, caller }) {
      return respond(database, caller.space_id, await findAudience(database, caller.space_id, input.id));
    },

    async update(call) {
      const { id, name, description, ...given } = call.input;
      const definition = parseDefinition(given);
      const space = call.caller.space_id;
      return rejectDuplicateName(database, space, name, () =>
        writer.write(call, async function updateInTransaction(tx) {
          const before = await lockAudience(tx, space, id, call.if_version);
          const isCleared = before.audience.condition ? given.condition === null : given.contact_ids === null;
          if (isCleared) requireDefinition(given);
          const columns = {
            name: name ?? before.audience.name,
            description: description === undefined ? before.audience.description : description,
            condition: definition ? definition.condition : before.audience.condition,
          };
          const changed: string[] = (['name', 'description', 'condition'] as const).filter(
            (column) => !isDeepStrictEqual(columns[column], before.audience[column]),
          );
          const members = definition && !before.audience.condition ? await memberIds(tx, space, id) : [];
          if (definition && (await replaceMembersIfChanged(tx, space, id, definition.contact_ids ?? []))) changed.push('contact_ids');
          if (changed.length === 0) return respond(tx, space, before, { before: {} });
          const after = await updateAudience(tx, space, id, columns, tx.now);
          tx.emit(audienceUpdated, { ...eventData(after.audience), changed });
          return respond(tx, space, after, { before: previousValues(before.audience, members, changed) });
        }),
      );
    },

    async delete(call) {
      const { id } = call.input;
      const space = call.caller.space_id;
      return writer.write(call, async function deleteInTransaction(tx) {
        const { audience } = await lockAudience(tx, space, id, call.if_version);
        await deleteAudience(tx, space, id);
        tx.emit(audienceDeleted, eventData(audience));
        return { id, deleted: true as const };
      });
    },

    async contacts({ input: { id, ...list }, caller }) {
      const { audience } = await findAudience(database, caller.space_id, id);
      return new Json(await readPage(database, listContacts(caller.space_id, list, rulesFilter(caller.space_id, { rule: audience }))));
    },
  };
}

/** Returns the data that every event about an audience carries. */
const eventData = ({ id, name }: StoredAudience) => ({ audience_id: id, audience: name });

/** Runs `act`. If the name belongs to another audience, throws `duplicate` with the id of that audience. */
const rejectDuplicateName = <T>(database: CommonQueryMethods, space: string, name: string | undefined, act: () => Promise<T>): Promise<T> =>
  withUniqueViolation({ audience_name: () => duplicateName(database, space, name ?? '') }, act);

async function duplicateName(database: CommonQueryMethods, space: string, name: string): Promise<Problem> {
  const existing = await findIdByName(database, space, name);
  return new Problem('duplicate', `An audience named "${name}" exists already${existing ? ` (${existing})` : ''}.`, {
    existing_id: existing,
  });
}
