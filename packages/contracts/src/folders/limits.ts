/** Folders of one Space, with those in the trash. */
export const MAX_FOLDERS = 10_000;

/** Levels that folders may nest. */
export const MAX_FOLDER_DEPTH = 10;

/** Characters of the name of a folder. */
export const MAX_FOLDER_NAME = 120;

/** Characters of the path of a folder. */
export const MAX_FOLDER_PATH = 1_300;

/** Folders and the things in them that one deletion, restoration or move of the contents of a folder changes together. */
export const MAX_THINGS_PER_CHANGE = 1_000;

/** Days after which a folder in the trash is deleted with what was deleted with it. */
export const FOLDER_TRASH_DAYS = 30;
