import { type Handlers, Json } from '@space/bus';
import { MAX_RENAMED_BYTES, MAX_RESTORED_CONTACTS, MAX_TAG_AUDIENCES, tagDeleted, type tags, tagUpdated } from '@space/contracts/contacts';
import { Problem } from '@space/contracts/core';
import { newId, readPage, withUniqueViolation } from '@space/database';
import { createWriter } from '@space/event-log';
import type { Ports } from '@space/runtime';
import type { CommonQueryMethods } from 'slonik';
import { findDeletedName, storeDeletedTag } from './deleted-tags.queries.ts';
import { renameInAudiences } from './rename-in-audiences.ts';
import { restoreTag } from './restore-tag.ts';
import { countAudiencesNaming, lockAudiencesNaming } from './tag-conditions.queries.ts';
import { deleteTag, findTag, findTagIds, insertTag, listTags, lockTag, renameTag } from './tags.queries.ts';

/**
 * Creates the handlers of the tags contract. Contacts refer to a tag by its id, so renaming and deleting it is one step for all
 * of them, however many there are.
 */
export function tagHandlers(ports: Ports): Handlers<typeof tags> {
  const { database } = ports;
  const writer = createWriter('contacts', ports);
  return {
    async list({ input, caller }) {
      return new Json(await readPage(database, listTags(caller.space_id, input)));
    },

    async get({ input, caller }) {
      return new Json(await findTag(database, caller.space_id, input.id));
    },

    async create(call) {
      const { name } = call.input;
      const space = call.caller.space_id;
      return rejectDuplicateName(database, space, name, () =>
        writer.write(call, async (tx) => new Json(await insertTag(tx, space, newId('tag'), name, tx.now))),
      );
    },

    async update(call) {
      const { id, name } = call.input;
      const space = call.caller.space_id;
      return rejectDuplicateName(database, space, name, () =>
        writer.write(call, async function renameInTransaction(tx) {
          const before = await lockTag(tx, space, id);
          const naming = await lockAudiencesNaming(tx, space, before.name, MAX_TAG_AUDIENCES + 1);
          if (naming.length > MAX_TAG_AUDIENCES) throw tooManyAudiences(before.name);
          const counts = { previous_name: before.name, audience_count: naming.length };
          if (name === before.name) return { ...before, ...counts };
          const after = await renameTag(tx, space, id, name, tx.now);
          await renameInAudiences(tx, space, naming, { from: before.name, to: name, part_bytes: MAX_RENAMED_BYTES });
          tx.emit(tagUpdated, { tag_id: id, tag: name, contact_count: after.contact_count, previous_name: before.name });
          return { ...after, ...counts };
        }),
      );
    },

    async delete(call) {
      const { id } = call.input;
      const space = call.caller.space_id;
      return writer.write(call, async function deleteInTransaction(tx) {
        const { name, contact_count } = await lockTag(tx, space, id);
        const audience_count = await countAudiencesNaming(tx, space, name);
        const restorable = contact_count <= MAX_RESTORED_CONTACTS;
        if (restorable) await storeDeletedTag(tx, space, id, tx.now);
        await deleteTag(tx, space, id);
        tx.emit(tagDeleted, { tag_id: id, tag: name, contact_count });
        return { id, deleted: true as const, contact_count, audience_count, restorable };
      });
    },

    async restore(call) {
      const space = call.caller.space_id;
      const name = await findDeletedName(database, space, call.input.id);
      return rejectDuplicateName(database, space, name ?? '', () => restoreTag(writer, call));
    },
  };
}

const tooManyAudiences = (tag: string): Problem =>
  new Problem('limit_reached', `More than ${MAX_TAG_AUDIENCES} audiences name the tag "${tag}" in their condition; delete some first.`);

/** Runs `act`. If the name belongs to another tag, throws `duplicate` with the id of that tag. */
const rejectDuplicateName = <T>(database: CommonQueryMethods, space: string, name: string, act: () => Promise<T>): Promise<T> =>
  withUniqueViolation({ tag_name: () => duplicateName(database, space, name) }, act);

async function duplicateName(database: CommonQueryMethods, space: string, name: string): Promise<Problem> {
  const [existing] = await findTagIds(database, space, [name]);
  return new Problem('duplicate', `A tag named "${name}" exists already${existing ? ` (${existing})` : ''}.`, { existing_id: existing });
}
