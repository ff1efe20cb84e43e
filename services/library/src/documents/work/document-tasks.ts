import { DOCUMENT_TRASH_DAYS } from '@space/contracts/documents';
import type { Task } from '@space/runtime';
import type { RetentionRule } from '@space/worker';
import { contentTasks } from '../../contents/work/content-tasks.ts';
import { trashRetentionRule } from '../../things/trash-retention-rule.ts';
import type { DocumentPorts } from '../content/document-ports.ts';

/** Returns the rule by which documents in the trash are deleted. */
export const documentTrashRule = ({ ports }: Pick<DocumentPorts, 'ports'>): RetentionRule =>
  trashRetentionRule(ports, 'document', DOCUMENT_TRASH_DAYS);

/** Returns the tasks of documents. */
export const documentTasks = (from: DocumentPorts): readonly Task[] => [from.texts.pool, ...contentTasks(from, [documentTrashRule(from)])];
