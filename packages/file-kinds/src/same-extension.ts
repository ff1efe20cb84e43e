/** Extensions that name the same kind of file, or kinds of one container that programs use for each other. */
const groups: readonly (readonly string[])[] = [
  ['jpg', 'jpeg'],
  ['tif', 'tiff'],
  ['heic', 'heif'],
  ['aif', 'aiff', 'aifc'],
  ['mid', 'midi'],
  ['mpg', 'mpeg'],
  ['mp4', 'm4v', 'f4v'],
  ['ogg', 'oga', 'ogv', 'ogx', 'ogm', 'opus', 'spx'],
  ['gz', 'tgz', 'tar.gz'],
  ['exe', 'dll'],
];

const first = (extension: string): string => groups.find((group) => group.includes(extension))?.[0] ?? extension;

/** Returns true if two extensions name the same kind of file. */
export const isSameExtension = (one: string, other: string): boolean => first(one) === first(other);
