import { lineAt, sourceFiles } from '../check/sources.ts';

/** A fenced block of a Markdown file: the line of its fence, its language, and its text without fences and indentation. */
export interface CodeBlock {
  readonly file: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

/** A code span of a Markdown file. */
export type CodeSpan = Omit<CodeBlock, 'language'>;

const fence = /^( *)```(.*)\n([\s\S]*?)^\1```$/gm;

const documents = sourceFiles().filter(({ path }) => path.endsWith('.md') && path !== 'CHANGELOG.md');

/** The fenced blocks of every document of the repository, in order. The changelog describes the past and is left out. */
export const codeBlocks: readonly CodeBlock[] = documents.flatMap(({ path, text }) =>
  [...text.matchAll(fence)].map(({ index, 1: indent = '', 2: language = '', 3: code = '' }) => ({
    file: path,
    line: lineAt(text, index),
    language,
    text: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  })),
);

/** The code spans of every document of the repository. */
export const codeSpans: readonly CodeSpan[] = documents.flatMap(({ path, text }) =>
  [...text.replace(fence, (block) => block.replace(/[^\n]/g, ' ')).matchAll(/`([^`]+)`/g)].map(({ index, 1: code = '' }) => ({
    file: path,
    line: lineAt(text, index),
    text: code,
  })),
);
