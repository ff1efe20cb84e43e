import type { Bound } from '../core/bound.ts';
import * as limits from './limits.ts';

/** Bounds of folders. */
export const folderBounds: readonly Bound[] = [
  { subject: 'folders, with those in the trash', value: limits.MAX_FOLDERS, unit: 'folders', per: 'Space', refusal: 'limit_reached' },
  { subject: 'levels of folders', value: limits.MAX_FOLDER_DEPTH, unit: 'levels', per: 'Space', refusal: 'limit_reached' },
  { subject: 'name of a folder', value: limits.MAX_FOLDER_NAME, unit: 'characters', per: 'request', refusal: 'invalid' },
  { subject: 'path of a folder', value: limits.MAX_FOLDER_PATH, unit: 'characters', per: 'request', refusal: 'invalid' },
  {
    subject: 'folders and things in them that a deletion, a restoration or a move changes together',
    value: limits.MAX_THINGS_PER_CHANGE,
    unit: 'things',
    per: 'request',
    refusal: 'limit_reached',
  },
  {
    subject: 'retention of folders in the trash',
    value: limits.FOLDER_TRASH_DAYS,
    unit: 'days',
    per: 'Space',
    effect: 'they are deleted for good',
  },
];
