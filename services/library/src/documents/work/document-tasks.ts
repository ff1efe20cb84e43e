import { DOCUMENT_TRASH_DAYS } from '@space/contracts/documents';
import { isoTime } from '@space/database';
import type { Task } from '@space/runtime';
import { DAY_MS } from '@space/time';
import type { RetentionRule } from '@space/worker';
import { contentTasks } from '../../contents/work/content-tasks.ts';
import type { DocumentPorts } from '../content/document-ports.ts';
import { deleteDocuments, findExpiredDocuments } from '../trash/document-trash.queries.ts';

/** Returns the rule by which documents in the trash are deleted. */
export const documentTrashRule = ({ ports: { database, clock } }: Pick<DocumentPorts, 'ports'>): RetentionRule => ({
  what: 'documents in the trash',
  deleteChunk: (limit) =>
    database.transaction(async function deleteExpired(tx) {
      const expired = await findExpiredDocuments(tx, isoTime(clock.now() - DOCUMENT_TRASH_DAYS * DAY_MS), limit);
      for (const [space, of] of Map.groupBy(expired, ({ space_id }) => space_id))
        await deleteDocuments(
          tx,
          space,
          of.map(({ id }) => id),
        );
      return expired.length;
    }),
});

/** Returns the tasks of documents. */
export const documentTasks = (from: DocumentPorts): readonly Task[] => [from.texts.pool, ...contentTasks(from, [documentTrashRule(from)])];
