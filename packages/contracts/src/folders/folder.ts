import { z } from 'zod';
import { id, nonEmptyLine, resource, timestamp } from '../core/fields.ts';
import { MAX_FOLDER_DEPTH, MAX_FOLDER_NAME, MAX_FOLDER_PATH } from './limits.ts';

/** The name of a folder: one part of a path. */
export const folderName = nonEmptyLine(MAX_FOLDER_NAME)
  .regex(/^[^/]*$/, 'must not contain /')
  .describe('Name of the folder, unique in its parent apart from case');

/** A path of folders, such as Brand/Logos. */
export const folderPath = z
  .string()
  .max(MAX_FOLDER_PATH)
  .regex(/^[^/]+(?:\/[^/]+)*$/, 'must be names of folders with / between them, such as Brand/Logos')
  .refine(
    (path) => path.split('/').length <= MAX_FOLDER_DEPTH && path.split('/').every((name) => folderName.safeParse(name).success),
    `must have at most ${MAX_FOLDER_DEPTH} names of at most ${MAX_FOLDER_NAME} characters`,
  )
  .describe('Path of the folder in place of folder_id, such as Brand/Logos; folders that are missing are created');

/** The folder in which a thing is. */
export const folderId = id('folder').nullable().describe('Id of the folder; null for none');

/** The fields of a folder that callers set. */
export const folderFields = {
  name: folderName,
  parent_id: id('folder').nullable().describe('Id of the folder that contains it; null for none'),
};

/** A folder of the library. */
export const Folder = z
  .object({
    ...resource,
    name: z.string(),
    parent_id: z.string().nullable(),
    path: z.string().describe('The names from the first folder to this one, such as Brand/Logos'),
    folders: z.int().describe('Folders directly in it that are not in the trash'),
    assets: z.int().describe('Assets directly in it that are not in the trash'),
    documents: z.int().describe('Documents directly in it that are not in the trash'),
    whiteboards: z.int().describe('Whiteboards directly in it that are not in the trash'),
    trashed_at: timestamp.nullable().describe('The time of its deletion; null unless it is in the trash'),
  })
  .meta({ id: 'Folder' });

/** A folder of the library. */
export type Folder = z.output<typeof Folder>;

/** The fields of a folder that an update can set. */
export const FolderValues = z.object(folderFields);
