import { socialLength } from '@space/contracts/social-length';
import type { Account, Post } from './social.ts';

/** The content of a post while it is written. */
export type Content = Pick<Post, 'text' | 'media' | 'account_ids' | 'language' | 'content_warning'>;

/** The content of a new post. */
export const NO_CONTENT: Content = { text: '', media: [], account_ids: [], language: null, content_warning: null };

/** Returns the content of a post. */
export const contentOf = ({ text, media, account_ids, language, content_warning }: Post): Content => ({
  text,
  media,
  account_ids,
  language,
  content_warning,
});

/** Returns the accounts that a content is for: those that it names, or the only one. */
export const accountsFor = (ids: readonly string[], accounts: readonly Account[]): readonly Account[] =>
  ids.length === 0 && accounts.length === 1 ? accounts : accounts.filter(({ id }) => ids.includes(id));

/** The part of the limits of an account that a content uses. */
export interface Count {
  readonly account: Account;
  readonly characters: number;
  /** Characters that are left; negative above the limit. */
  readonly left: number;
  /** A sentence about the excess that the network would refuse; undefined if there is no excess. */
  readonly fault: string | undefined;
}

/** Counts a content as the network of an account does. */
export function countFor(account: Account, content: Content): Count {
  const characters = socialLength(account.platform, content);
  const left = account.max_characters - characters;
  const pictures = content.media.length - account.max_media;
  const faults = [
    ...(left < 0 ? [`${plural(-left, 'character')} too many`] : []),
    ...(pictures > 0 ? [`${plural(pictures, 'picture')} too many`] : []),
  ];
  return { account, characters, left, fault: faults.length > 0 ? `${faults.join(' and ')} for ${account.handle}.` : undefined };
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
