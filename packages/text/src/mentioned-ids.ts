const MENTION = /\]\(space:(?:contact|agent)\/((?:con|agt)_[0-9a-z]{26})\)/g;

/** Returns the ids of the contacts and agents that a text mentions, each once, in the order of the text. */
export const mentionedIds = (text: string): string[] => [...new Set([...text.matchAll(MENTION)].map(([, id]) => id!))];
