import { isDeepStrictEqual } from 'node:util';
import { type Handlers, Json } from '@space/bus';
import { type Audience, audienceCreated, audienceDeleted, type audiences, audienceUpdated } from '@space/contracts/contacts';
import { Problem } from '@space/contracts/core';
import { isoTime, newId, readPage, withUniqueViolation } from '@space/database';
import { createWriter, type Writer } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import type { z } from 'zod';
import { definitionMissing, givenDefinition, mustResolve } from './audience-definition.ts';
import { countMembers, memberIds, replaceMembers } from './audience-members.queries.ts';
import {
  audienceList,
  deleteAudience,
  findAudience,
  findIdByName,
  insertAudience,
  lockAudience,
  membership,
  type StoredAudience,
  updateAudience,
} from './audiences.queries.ts';
import { contactList } from './contacts.queries.ts';

/** Answers the audiences contract: who belongs is judged whenever an audience is read. */
export function audienceHandlers(ports: Ports): Handlers<typeof audiences> {
  const { database, clock } = ports;
  const write: Writer = createWriter('contacts', ports);

  const counted = async (
    connection: CommonQueryMethods,
    space: string,
    stored: readonly StoredAudience[],
  ): Promise<z.output<typeof Audience>[]> => {
    const counts = await countMembers(connection, space, stored);
    const counted_at = isoTime(clock.now());
    return stored.map((audience) => ({ ...audience, contact_count: counts.get(audience.id) ?? 0, counted_at }));
  };
  const answer = async (
    connection: CommonQueryMethods,
    space: string,
    { audience, version }: { audience: StoredAudience; version: number },
  ) => {
    const [shown] = await counted(connection, space, [audience]);
    return new Json<z.output<typeof Audience>>(JSON.stringify(shown), version, shown!.contact_count);
  };

  return {
    list: async ({ input, caller }) => {
      const page = JSON.parse(await readPage(database, audienceList(caller.space_id, input)));
      return { ...page, data: await counted(database, caller.space_id, page.data) };
    },

    create: (call) => {
      const { name, description = null, ...given } = call.input;
      const definition = givenDefinition(given);
      if (!definition) throw definitionMissing();
      const space = call.caller.space_id;
      return refusingDuplicates(database, space, name, () =>
        write.write(call, async (tx) => {
          const created = await insertAudience(tx, space, newId('aud'), { name, description, condition: definition.condition }, tx.now);
          if (definition.contact_ids) {
            await mustResolve(tx, space, definition.contact_ids);
            await replaceMembers(tx, call.caller.space_id, created.audience.id, definition.contact_ids);
          }
          tx.emit(audienceCreated, about(created.audience));
          return answer(tx, space, created);
        }),
      );
    },

    get: async ({ input, caller }) => {
      const found = await findAudience(database, caller.space_id, input.id);
      return answer(database, caller.space_id, found);
    },

    update: (call) => {
      const { id, name, description, ...given } = call.input;
      const definition = givenDefinition(given);
      const space = call.caller.space_id;
      return refusingDuplicates(database, space, name, () =>
        write.write(call, async (tx) => {
          const before = await lockAudience(tx, space, id, call.if_version);
          const cleared = before.audience.condition ? given.condition === null : given.contact_ids === null;
          if (cleared && !definition) throw definitionMissing();
          const columns = {
            name: name ?? before.audience.name,
            description: description === undefined ? before.audience.description : description,
            condition: definition ? definition.condition : before.audience.condition,
          };
          const changed: string[] = (['name', 'description', 'condition'] as const).filter(
            (column) => !isDeepStrictEqual(columns[column], before.audience[column]),
          );
          if (definition && (await changesMembers(tx, space, id, definition.contact_ids ?? []))) changed.push('contact_ids');
          if (changed.length === 0) return answer(tx, space, before);
          const after = await updateAudience(tx, call.caller.space_id, id, columns, tx.now);
          tx.emit(audienceUpdated, { ...about(after.audience), changed });
          return answer(tx, space, after);
        }),
      );
    },

    delete: (call) =>
      write.write(call, async (tx) => {
        const { audience } = await lockAudience(tx, call.caller.space_id, call.input.id, call.if_version);
        await deleteAudience(tx, call.caller.space_id, audience.id);
        tx.emit(audienceDeleted, about(audience));
        return { id: audience.id, deleted: true as const };
      }),

    contacts: async ({ input: { id, ...list }, caller }) => {
      const found = await findAudience(database, caller.space_id, id);
      return new Json(await readPage(database, contactList(caller.space_id, list, membership(found.audience))));
    },
  };
}

const about = ({ id, name }: StoredAudience) => ({ audience_id: id, audience: name });

/** Makes `ids` the fixed list; false when it was that already. */
async function changesMembers(tx: CommonQueryMethods, space: string, id: string, ids: readonly string[]): Promise<boolean> {
  const before = new Set(await memberIds(tx, space, id));
  if (before.size === ids.length && ids.every((each) => before.has(each))) return false;
  await mustResolve(tx, space, ids);
  await replaceMembers(tx, space, id, ids);
  return true;
}

/** Runs `act`; a duplicate name becomes the problem `duplicate` with the id of the audience that has it. */
const refusingDuplicates = <T>(database: CommonQueryMethods, space: string, name: string | undefined, act: () => Promise<T>): Promise<T> =>
  withUniqueViolation({ audience_name: () => duplicateName(database, space, name ?? '') }, act);

async function duplicateName(database: CommonQueryMethods, space: string, name: string): Promise<Problem> {
  const existing = await findIdByName(database, space, name);
  return new Problem('duplicate', `An audience named "${name}" exists already${existing ? ` (${existing})` : ''}.`, {
    existing_id: existing,
  });
}
