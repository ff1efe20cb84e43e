import { z } from 'zod';
import { eventType } from '../core/event.ts';

/** The keys by which an event names the folder that a thing is in. */
export const inFolder = {
  folder: z.string().nullable().describe('The name of the folder; null for none'),
  folder_id: z.string().nullable(),
  folder_ids: z.array(z.string()).describe('Ids from the first folder to that one'),
};

/** The keys of a thing in a folder, in samples. */
export const sampleFolder = {
  folder: 'Logos',
  folder_id: 'fld_01jd0000000000000000000001',
  folder_ids: ['fld_01jd0000000000000000000000', 'fld_01jd0000000000000000000001'],
};

const aboutFolder = { ...inFolder, folder: z.string(), folder_id: z.string(), parent_id: z.string().nullable() };
const sample = { ...sampleFolder, parent_id: 'fld_01jd0000000000000000000000' };

const ofFolder = { group: 'assets', filters: ['folder_id', 'folder_ids'] } as const;

/** The data of every event about a folder. */
export type FolderEventData = z.input<z.ZodObject<typeof aboutFolder>>;

/** A folder was created. */
export const folderCreated = eventType({
  type: 'folder_created',
  label: 'Folder created',
  data: z.object(aboutFolder),
  sample,
  ...ofFolder,
});

/** A folder got another name or another parent. */
export const folderUpdated = eventType({
  type: 'folder_updated',
  label: 'Folder updated',
  data: z.object({
    ...aboutFolder,
    changed: z.array(z.string()),
    from_folder_id: z.string().nullable().describe('The parent before the change'),
  }),
  sample: { ...sample, changed: ['name'], from_folder_id: 'fld_01jd0000000000000000000000' },
  ...ofFolder,
});

/** A folder was moved to the trash, or deleted for good. */
export const folderDeleted = eventType({
  type: 'folder_deleted',
  label: 'Folder deleted',
  data: z.object({
    ...aboutFolder,
    permanent: z.boolean(),
    contents: z.enum(['refuse', 'trash', 'move_up']).describe('The fate of the things in it'),
  }),
  sample: { ...sample, permanent: false, contents: 'trash' as const },
  ...ofFolder,
});

/** A folder was taken out of the trash. */
export const folderRestored = eventType({
  type: 'folder_restored',
  label: 'Folder restored',
  data: z.object(aboutFolder),
  sample,
  ...ofFolder,
});
