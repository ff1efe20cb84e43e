/** Tasks of one Space, with those in the trash. */
export const MAX_TASKS = 500_000;

/** Projects of one Space, with those in the trash. */
export const MAX_PROJECTS = 1_000;

/** Statuses of one project. */
export const MAX_STATUSES = 50;

/** People and agents to whom one task is assigned. */
export const MAX_ASSIGNEES = 10;

/** Labels of one task. */
export const MAX_LABELS = 20;

/** Characters of a label. */
export const MAX_LABEL_CHARACTERS = 64;

/** Characters of the title of a task. */
export const MAX_TASK_TITLE = 500;

/** Characters of the description of a task. */
export const MAX_TASK_DESCRIPTION = 100_000;

/** Characters of a comment on a task. */
export const MAX_TASK_COMMENT = 4_000;

/** Comments on one task. */
export const MAX_TASK_COMMENTS = 5_000;

/** Levels that subtasks may nest, with the first task. */
export const MAX_TASK_DEPTH = 5;

/** Open subtasks directly below one task. */
export const MAX_OPEN_SUBTASKS = 500;

/** Links of one task with others. */
export const MAX_TASK_LINKS = 100;

/** Reminders of one task. */
export const MAX_REMINDERS = 5;

/** The earliest reminder before the due time, in minutes. */
export const MAX_REMINDER_MINUTES = 525_600;

/** Things that one task is about. */
export const MAX_ABOUT = 20;

/** Assets that one task has as attachments. */
export const MAX_TASK_ASSETS = 20;

/** Bytes of the custom fields of a task, as JSON. */
export const MAX_TASK_FIELDS_BYTES = 65_536;

/** Tasks that one deletion, or one removal of a status, changes together. */
export const MAX_TASKS_PER_CHANGE = 1_000;

/** The lease of a claimed task in minutes. */
export const CLAIM_MINUTES = { min: 5, max: 1_440, default: 60 } as const;

/** Days after which a task or project in the trash is deleted. */
export const TASK_TRASH_DAYS = 30;
