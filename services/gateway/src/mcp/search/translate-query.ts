import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { correctSpelling } from '@space/text';
import type { CallableTool } from '../tools/callable-tools.ts';
import { type Glossary, readGlossary, tokensOf } from './glossary.ts';
import { germanRules, type LanguageRules, spanishRules } from './language-rules.ts';
import { sentencesOf, words } from './sentences.ts';

/** Returns a request as English: a German or Spanish one translated word by word, and misspelt words corrected. */
export type TranslateQuery = (query: string) => string;

const modelFile = (name: string): string => readFileSync(fileURLToPath(new URL(`../../../model/${name}`, import.meta.url)), 'utf8');

const readGlossaryOf = (language: string, rules: LanguageRules): Glossary => readGlossary(modelFile(`${language}.txt`), rules);

/** Returns the words that the model knows, which are no misspellings. */
function wordsOfModel(): ReadonlySet<string> {
  const { model } = JSON.parse(modelFile('tokenizer.json')) as { readonly model: { readonly vocab: object } };
  return new Set(Object.keys(model.vocab).filter((word) => /^[a-z]{4,}$/.test(word)));
}

/** Words of English requests that the texts of the tools may lack. */
const ENGLISH = 'a an and any are be but can could did do does for give has have how i if in is it me my need no not of on or our please';

/** Creates the translation of requests to some tools. */
export function createQueryTranslation(tools: readonly CallableTool[]): TranslateQuery {
  const glossaries = [readGlossaryOf('german', germanRules), readGlossaryOf('spanish', spanishRules)];
  const english = englishWords(tools);
  const known = wordsOfModel();
  const isEnglish = (word: string): boolean => english.has(word);

  /** Returns the glossary that knows the most words of a request; undefined if English knows as many. */
  function glossaryOf(texts: readonly string[]): Glossary | undefined {
    let [best, most]: [Glossary | undefined, number] = [undefined, texts.filter(isEnglish).length];
    for (const glossary of glossaries) {
      const count = texts.filter((text) => glossary.knows(text)).length;
      if (count > most) [best, most] = [glossary, count];
    }
    return best;
  }

  /** Corrects a word of an English request. A capital letter after the first word begins a name, which stays. */
  function corrected(word: string, at: number): string {
    const lower = word.toLowerCase();
    if (isEnglish(lower) || known.has(lower) || (word !== lower && at > 0)) return word;
    return correctSpelling(lower, english) ?? word;
  }

  return function translateQuery(query) {
    const tokens = tokensOf(query);
    const glossary = glossaryOf(tokens.map(({ text }) => text));
    return glossary ? glossary.translate(tokens, isEnglish) : query.replaceAll(WORD, corrected);
  };
}

/** A word that is no part of an address, an id or a number. */
const WORD = /(?<![\p{L}\p{N}_.@/-])[A-Za-z]+(?![\p{L}\p{N}_@/'’-])/gu;

/** Returns the words of the names, descriptions and examples of tools. */
function englishWords(tools: readonly CallableTool[]): ReadonlySet<string> {
  const texts = tools.flatMap((tool) => [...sentencesOf(tool), tool.listed.description, words(tool.tool.family)]);
  return new Set([...ENGLISH.split(' '), ...texts.flatMap((text) => text.toLowerCase().match(/[a-z]+/g) ?? [])]);
}
