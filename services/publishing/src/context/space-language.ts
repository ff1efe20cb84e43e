import type { PageCall, PageContexts } from '@space/web';

/** Returns the language of the blogs of a Space that have none of their own: that of the Space, otherwise English. */
export const spaceLanguage = async (contexts: PageContexts, call: PageCall, space: string): Promise<string> =>
  (await contexts.of(call, space)).theme.look.locale ?? 'en';
