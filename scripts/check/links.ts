import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../step.ts';
import { lineAt, type SourceFile, type Violation } from './sources.ts';

/** Returns each relative link of a Markdown file that leads to no file or, within Markdown, to no heading. */
export function findBrokenLinks(file: SourceFile, files: readonly SourceFile[]): Violation[] {
  if (!file.path.endsWith('.md')) return [];
  const links = [...file.text.replace(/^```[\s\S]*?^```/gm, (code) => code.replace(/[^\n]/g, ' ')).matchAll(/\]\(([^)\s]+)\)/g)];
  return links.flatMap((match) => {
    const [target = '', anchor] = match[1]!.split('#');
    if (/^[a-z]+:/.test(target)) return [];
    const path = target === '' ? file.path : join(dirname(file.path), target);
    const say = (message: string): Violation[] => [{ path: file.path, line: lineAt(file.text, match.index), message }];
    if (path !== file.path && !existsSync(join(root, path))) return say(`the link ${match[1]} leads to no file`);
    const page = files.find((other) => other.path === path.replace(/\/$/, ''));
    return anchor && page && !anchorsOf(page.text).has(anchor) ? say(`the link ${match[1]} leads to no heading`) : [];
  });
}

/** Returns the anchors of the headings of a Markdown text, as GitHub creates them. */
const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^#+ (.*)$/gm)].map((match) =>
      match[1]!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/ /g, '-'),
    ),
  );
