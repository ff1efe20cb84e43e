import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameTools } from './route-names.ts';

/*
 * The guides are the pages of docs/api, which say more than a schema: the settings of each type of column and view, the syntax of
 * formulas and merge tags, examples. They are resources of MCP and answers of the tool `read_guide`, with tools in place of routes and
 * without the commands of a shell.
 */

/** A guide: its name in calls and addresses, its heading, and its text as Markdown. */
export interface Guide {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', '..', 'docs', 'api');

/** The guides by name, in alphabetical order. */
export const guides: ReadonlyMap<string, Guide> = new Map(
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => [file.slice(0, -3), readGuide(file.slice(0, -3))]),
);

function readGuide(name: string): Guide {
  const text = readFileSync(join(FOLDER, `${name}.md`), 'utf8');
  return { name, title: /^# (.+)$/m.exec(text)![1]!, text: withGuideNames(nameTools(withoutCommands(text))) };
}

/** Returns a text without the commands of a shell. A sentence that introduces them ends with a full stop. */
function withoutCommands(text: string): string {
  return text.replaceAll(/(:?)\n+```sh\n[\s\S]*?\n```\n/g, (_fence, colon: string) => `${colon && '.'}\n`);
}

/** Returns a text whose links to other guides name them, because an agent cannot follow a path of a repository. */
function withGuideNames(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\((?!https?:)([^)#\s]*)(?:#[^)]*)?\)/g, (_link, label: string, path: string) => {
    const target = /^([a-z-]+)\.md$/.exec(path)?.[1];
    return target === undefined ? label : `${label} (guide "${target}")`;
  });
}

/** Returns the headings of the sections of a guide. */
export const sectionsOf = ({ text }: Guide): string[] => [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!);

/** Returns a section of a guide with its heading, or undefined if there is none of that name, without regard to case. */
export function sectionOf({ text }: Guide, heading: string): string | undefined {
  return text.split(/^(?=## )/m).find((section) => section.split('\n', 1)[0]!.toLowerCase() === `## ${heading.toLowerCase()}`);
}
