import { removeSpaceRows, type SpaceRemoval } from '@space/database';
import { deleteDeadLetters } from '@space/event-log';
import { objectsOf, type Ports } from '@space/runtime';
import { asProblem } from '../objects/as-problem.ts';
import { objectsOfSpace, variantsOfSpace } from '../objects/object-keys.ts';
import { removeBytes } from '../uploads/upload-tasks.ts';
import { deleteUploads, findStoredUploads } from '../uploads/uploads.queries.ts';

/** Uploads that one call removes. */
const UPLOADS = 100;

/** Deletes a part of what a Space has here: uploads with their bytes, then rows, then events that the group
 * `uses` could not handle, then objects. It is called until nothing is left. */
export async function removeSpace(ports: Ports, space: string): Promise<SpaceRemoval> {
  const uploads = await findStoredUploads(ports.database, space, UPLOADS);
  if (uploads.length > 0) {
    for (const { stored } of uploads) await asProblem(() => removeBytes(ports, stored));
    await deleteUploads(
      ports.database,
      space,
      uploads.map(({ id }) => id),
    );
    return { deleted: uploads.length, is_done: false };
  }
  const rows = await removeSpaceRows(ports.database, 'library', space);
  if (!rows.is_done) return rows;
  const deleted = await deleteDeadLetters(ports.database, 'library', space);
  return deleted > 0 ? { deleted, is_done: false } : asProblem(() => removeObjects(ports, space));
}

async function removeObjects(ports: Ports, space: string): Promise<SpaceRemoval> {
  const store = objectsOf(ports);
  let deleted = 0;
  for (const prefix of [objectsOfSpace(space), variantsOfSpace(space)]) {
    const { objects } = await store.list(prefix);
    await store.remove(objects.map(({ key }) => key));
    deleted += objects.length;
  }
  return { deleted, is_done: deleted === 0 };
}
