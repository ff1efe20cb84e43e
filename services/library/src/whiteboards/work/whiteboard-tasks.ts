import type { Task } from '@space/runtime';
import type { RetentionRule } from '@space/worker';
import { contentTasks } from '../../contents/work/content-tasks.ts';
import type { WhiteboardPorts } from '../content/whiteboard-ports.ts';

/** Returns the tasks of whiteboards; `rules` are those of their trash. */
export const whiteboardTasks = (from: WhiteboardPorts, rules: readonly RetentionRule[]): readonly Task[] => [
  from.boards.pool,
  from.pictures.pool,
  ...contentTasks(from, rules),
];
