import type { Client } from '@space/client';
import { daysAhead } from '../../days-ahead.ts';

/** Triggers every event of projects and tasks. Each task is about a person, so that each event has all of its data. */
export async function triggerTaskEvents({ contacts, projects, tasks, task_comments, task_links }: Client): Promise<void> {
  const ada = await contacts.create({ name: 'Ada Lovelace', email: 'ada.tasks@example.com' });
  const about = [{ kind: 'contact' as const, id: ada.id }];
  const project = await projects.create({ name: 'Website' });
  await projects.update({ id: project.id, name: 'New website' });
  const blocker = await tasks.create({ title: 'Write the text', project_id: project.id, about });
  const task = await tasks.create({ title: 'Print it', project_id: project.id, about });
  await task_links.create({ id: task.id, kind: 'blocked_by', task_id: blocker.id });
  await tasks.complete({ id: blocker.id });
  await tasks.update({ id: task.id, add_assignees: [{ kind: 'person', id: ada.id }] });
  const comment = await task_comments.create({ id: task.id, body: 'They called back.' });
  await task_comments.delete({ id: task.id, comment_id: comment.id });
  await tasks.delete({ id: task.id });
  await tasks.restore({ id: task.id });
  await tasks.create({ title: 'Late', due_date: '2026-05-04', about });
  await tasks.create({ title: 'Soon', due_date: daysAhead(1, 'UTC'), reminders: [{ minutes_before: 10_080 }], about });
  await projects.delete({ id: project.id, delete_tasks: true });
}
