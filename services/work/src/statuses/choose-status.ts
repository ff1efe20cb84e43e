import type { StatusCategory, TaskStatus } from '@space/contracts/work';

/** Returns the status with an id or, in any case, a name that only it has; null without one. */
export function findStatus(statuses: readonly TaskStatus[], reference: string): TaskStatus | null {
  const byId = statuses.find(({ id }) => id === reference);
  if (byId) return byId;
  const [first, ...others] = statuses.filter(({ name }) => name.toLowerCase() === reference.toLowerCase());
  return first && others.length === 0 ? first : null;
}

const nearest: Readonly<Record<StatusCategory, readonly StatusCategory[]>> = {
  backlog: ['backlog', 'todo', 'in_progress'],
  todo: ['todo', 'backlog', 'in_progress'],
  in_progress: ['in_progress', 'todo', 'backlog'],
  done: ['done', 'cancelled'],
  cancelled: ['cancelled', 'done'],
};

/** Returns the first status of a category, of a similar one without it, or the first of all. */
export const firstOf = (statuses: readonly TaskStatus[], category: StatusCategory): TaskStatus =>
  nearest[category].map((like) => statuses.find((status) => status.category === like)).find((status) => status !== undefined) ??
  statuses[0]!;
