import { z } from 'zod';
import { eventType } from '../core/event.ts';

const aboutProject = { project_id: z.string(), project: z.string().describe('The name of the project'), key: z.string() };
const sample = { project_id: 'prj_01jd0000000000000000000000', project: 'Website', key: 'WEB' };

/** A project was created. */
export const projectCreated = eventType({
  type: 'project_created',
  group: 'tasks',
  label: 'Project created',
  data: z.object(aboutProject),
  sample,
  filters: [],
});

/** The name, description, statuses or archiving of a project changed, or it came out of the trash. */
export const projectUpdated = eventType({
  type: 'project_updated',
  group: 'tasks',
  label: 'Project updated',
  data: z.object({ ...aboutProject, changed: z.array(z.string()) }),
  sample: { ...sample, changed: ['name'] },
  filters: [],
});

/** A project was moved to the trash, or deleted for good. */
export const projectDeleted = eventType({
  type: 'project_deleted',
  group: 'tasks',
  label: 'Project deleted',
  data: z.object({ ...aboutProject, permanent: z.boolean() }),
  sample: { ...sample, permanent: false },
  filters: [],
});
