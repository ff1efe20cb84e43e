import { correctSpelling } from '@space/text';
import type { LanguageRules } from './language-rules.ts';

/*
 * A request in another language is translated to English word by word, because the model and the keywords of the tools are English. The
 * order of the words and their endings matter little to both. A word that a glossary does not know stays as it is: most are names.
 */

/** A word of a request, in lower case without accents. */
export interface Token {
  readonly text: string;
  /** True if a sentence or clause ends after it. */
  readonly endsClause: boolean;
}

/** The words of one language with their English meanings. */
export interface Glossary {
  /** Returns true for a word of the language, in any of its forms. */
  knows(word: string): boolean;
  /** Returns the English words for a request; `isEnglish` names words that stay as they are. */
  translate(tokens: readonly Token[], isEnglish: (word: string) => boolean): string;
}

/** The most words of a phrase. */
const LONGEST_PHRASE = 4;

/** The shortest part of a compound, and the longest compound. */
const SHORTEST_PART = 4;
const LONGEST_COMPOUND = 40;

/** Returns a text in lower case without accents; `ä` and `ae` are the same. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('e-mail', 'email')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/ae|oe|(?<![aeq])ue/g, (pair) => pair[0]!);

/** Returns the words of a request. */
export const tokensOf = (text: string): Token[] =>
  [...text.matchAll(/([\p{L}\p{M}\p{N}_@.']*[\p{L}\p{M}\p{N}])([^\p{L}\p{N}]*)/gu)].map(([, word, rest]) => ({
    text: fold(word!),
    endsClause: rest === '' || /[.,;:!?]/.test(rest!),
  }));

/** Parses a glossary: lines of an English meaning, a colon, and the words and phrases with it; `-` is no meaning. */
export function readGlossary(file: string, { stem, withoutPronouns, particles, isCompounding }: LanguageRules): Glossary {
  const exact = new Map<string, string>();
  const stems = new Map<string, string>();
  for (const line of file.split('\n')) {
    const [, english, forms] = /^([^#:]+): (.+)$/.exec(line) ?? [];
    for (const form of forms?.split(', ') ?? []) {
      const words = fold(form).split(' ');
      const meaning = english === '-' ? '' : english!;
      if (!exact.has(words.join(' '))) exact.set(words.join(' '), meaning);
      const stemmed = words.map(stem).join(' ');
      if (!stems.has(stemmed)) stems.set(stemmed, meaning);
    }
  }
  const spellings = [...exact.keys()].filter((form) => !form.includes(' '));

  function meaningOf(word: string): string | undefined {
    const known = exact.get(word) ?? stems.get(stem(word));
    const verb = known === undefined ? withoutPronouns(word) : undefined;
    return verb === undefined ? known : stems.get(stem(verb));
  }

  /** Returns the meanings of the parts of a compound, the longest last part first, or undefined. */
  function meaningOfCompound(word: string): string | undefined {
    if (!isCompounding || word.length > LONGEST_COMPOUND) return undefined;
    for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at++) {
      const head = meaningOf(word.slice(at));
      const first = head && (meaningOf(word.slice(0, at)) ?? meaningOfCompound(word.slice(0, at)));
      if (first) return `${first} ${head}`;
    }
    return undefined;
  }

  function meaningOfWord(word: string, isEnglish: (word: string) => boolean): string {
    const known = meaningOf(word) ?? meaningOfCompound(word);
    if (known !== undefined) return known;
    const corrected = isEnglish(word) ? undefined : correctSpelling(word, spellings);
    return corrected === undefined ? word : exact.get(corrected)!;
  }

  /** Returns the longest phrase at a place and its number of words, or undefined. */
  function phraseAt(tokens: readonly Token[], at: number): readonly [meaning: string, words: number] | undefined {
    for (let words = Math.min(LONGEST_PHRASE, tokens.length - at); words > 1; words--) {
      const part = tokens.slice(at, at + words).map(({ text }) => text);
      const meaning = exact.get(part.join(' ')) ?? stems.get(part.map(stem).join(' '));
      if (meaning !== undefined) return [meaning, words];
    }
    return undefined;
  }

  /** Joins a verb with the particle at the end of its clause: "leg … an" becomes "anleg". */
  function joinParticles(tokens: readonly Token[]): Token[] {
    const joined: Token[] = [];
    let start = 0;
    for (const token of tokens) {
      const before = joined.at(-1);
      const isPair = before !== undefined && joined.length > start && particles.has(before.text);
      const prefixes = isPair ? [before.text + token.text, token.text] : [token.text];
      const found = token.endsClause && particles.has(token.text) ? findVerb(joined, start, prefixes) : undefined;
      if (!found) joined.push(token);
      else {
        if (found.prefix !== token.text) joined.pop();
        joined[found.at] = { text: found.prefix + stem(joined[found.at]!.text), endsClause: false };
      }
      if (token.endsClause) start = joined.length;
    }
    return joined;
  }

  function findVerb(tokens: readonly Token[], start: number, prefixes: readonly string[]) {
    for (const prefix of prefixes)
      for (let at = start; at < tokens.length; at++) if (stems.has(prefix + stem(tokens[at]!.text))) return { at, prefix };
    return undefined;
  }

  return {
    knows: (word) => (meaningOf(word) ?? meaningOfCompound(word)) !== undefined,
    translate(tokens, isEnglish) {
      const english: string[] = [];
      const words = joinParticles(tokens);
      for (let at = 0; at < words.length; ) {
        const [meaning, length] = phraseAt(words, at) ?? [meaningOfWord(words[at]!.text, isEnglish), 1];
        if (meaning !== '') english.push(meaning);
        at += length;
      }
      return english.join(' ');
    },
  };
}
