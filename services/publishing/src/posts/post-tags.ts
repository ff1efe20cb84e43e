import { MAX_POST_TAG_CHARACTERS } from '@space/contracts/publishing';

/** The stored tags of a post, and the texts by which an index finds it. */
export interface StoredTags {
  readonly tags: readonly string[];
  readonly tag_keys: readonly string[];
}

const lowered = (tag: string): string => tag.trim().normalize('NFC').toLowerCase();

/** Returns the tags of a post as they are stored: without white space around them, and each once, in its first spelling. */
export function distinctTags(tags: readonly string[]): readonly string[] {
  const known = tags.map(lowered);
  return tags.filter((_, index) => known.indexOf(known[index]!) === index).map((tag) => tag.trim());
}

/** Returns the text by which the index finds the posts of a Space with a tag, in any case. */
export const tagKey = (space: string, tag: string): string => `${space} ${lowered(tag)}`;

/** Returns the columns of the tags of a post. */
export const storedTags = (space: string, tags: readonly string[]): StoredTags => ({
  tags,
  tag_keys: tags.map((tag) => tagKey(space, tag)),
});

/** Returns true for two spellings of one tag. */
export const isSameTag = (one: string, other: string | null): boolean => other !== null && lowered(one) === lowered(other);

/** Returns false for a path segment that cannot be a tag, so that it needs no query. */
export const mayBeTag = (segment: string): boolean => segment.length <= MAX_POST_TAG_CHARACTERS && /\S/.test(segment);

/** Returns the URL of the list of a blog's posts with a tag, in the spelling of the tag: lower case may have more characters. */
export const tagUrl = (blog: string, tag: string): string => `${blog}/tag/${encodeURIComponent(tag)}`;
