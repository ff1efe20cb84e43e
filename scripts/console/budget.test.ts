import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { routes } from '../../packages/console/src/made/routes.ts';
import { buildConsole, isBuilt } from './build.ts';

// A build takes its time on a busy machine.
jest.setTimeout(240_000);

const KB = 1_024;

/** Compressed bytes of the routes of all operations, which the shell has: 12 for each. */
const ROUTES = Object.values(routes).flatMap(Object.values).length * 12;

/**
 * Bytes that a browser loads, scripts compressed: those of the shell and its style sheet, the scripts and styles that a screen adds, the
 * editors of HTML, of documents and of whiteboards, which a screen loads after it is shown, the readers of pasted text, which the editor of documents loads
 * when the browser is idle, all other scripts, and the descriptions of operations.
 */
const BUDGET = {
  shell: 163 * KB + ROUTES,
  style: 20 * KB,
  route: 49 * KB,
  routeStyle: 12 * KB,
  editor: 100 * KB,
  documentEditor: 140 * KB,
  boardEditor: 146 * KB,
  reader: 60 * KB,
  all: 548 * KB + ROUTES,
  made: 128 * KB,
};

let parent: string;
let folder: string;
let html: string;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'console-'));
  folder = join(parent, 'dist');
  await buildConsole(folder);
  html = await readFile(join(folder, 'index.html'), 'utf8');
});
afterAll(() => rm(parent, { recursive: true, force: true }));

const namedIn = (document: string, extension: string): string[] =>
  [...document.matchAll(new RegExp(`(?:src|href)="/(assets/[^"]+\\.${extension})"`, 'g'))].map((match) => match[1]!);
const inShell = (): string[] => namedIn(html, 'js');
const sizeOf = async (name: string) => (await stat(join(folder, name))).size;
const compressedSizes = async (names: readonly string[]) => {
  const sizes = await Promise.all(names.map((name) => sizeOf(`${name}.gz`)));
  return sizes.reduce((sum, size) => sum + size, 0);
};
const scripts = async () => (await readdir(join(folder, 'assets'))).filter((name) => name.endsWith('.js')).map((name) => `assets/${name}`);

/** The scripts that a screen loads after it is shown, by the start of their names, each with its budget. */
const LATER: readonly (readonly [start: string, budget: number])[] = [
  ['assets/mount-editor-', BUDGET.editor],
  ['assets/mount-document-', BUDGET.documentEditor],
  ['assets/board-editor-', BUDGET.boardEditor],
  ['assets/read-html-', BUDGET.reader],
  ['assets/read-markdown-', BUDGET.reader],
];

const laterBudget = (name: string): number | undefined => LATER.find(([start]) => name.startsWith(start))?.[1];

/** Returns the scripts that a script imports statically, and those that they import, without those of the shell. */
async function closureOf(name: string, seen = new Set<string>()): Promise<ReadonlySet<string>> {
  if (seen.has(name) || inShell().includes(name)) return seen;
  seen.add(name);
  const text = await readFile(join(folder, name), 'utf8');
  for (const match of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) await closureOf(`assets/${match[1]}`, seen);
  return seen;
}

test('the shell is within its budget: scripts compressed, and one style sheet', async () => {
  const styles = namedIn(html, 'css');
  expect(styles).toHaveLength(1);
  expect(await sizeOf(styles[0]!)).toBeLessThanOrEqual(BUDGET.style);
  expect(inShell().length).toBeGreaterThan(0);
  expect(await compressedSizes(inShell())).toBeLessThanOrEqual(BUDGET.shell);
});

test('no screen adds more than its budget, and all scripts together are within theirs', async () => {
  const names = await scripts();
  const others = names.filter((name) => !inShell().includes(name));
  expect(others.length).toBeGreaterThan(5);
  const later = others.filter((name) => laterBudget(name) !== undefined);
  expect(later).toHaveLength(LATER.length);
  const partsOfLater = new Set((await Promise.all(later.map((name) => closureOf(name)))).flatMap((parts) => [...parts]));
  const ofScreens = others.filter((name) => !partsOfLater.has(name));
  // The readers are loaded by the editor of documents, so that its parts are there.
  const editorParts = await closureOf(later.find((name) => name.startsWith('assets/mount-document-'))!);
  const addedBy = async (name: string): Promise<string[]> => {
    const parts = [...(await closureOf(name))];
    return name.startsWith('assets/read-') ? parts.filter((part) => !editorParts.has(part)) : parts;
  };
  const sizes = await Promise.all(
    [...later, ...ofScreens].map(async (name) => [name, await compressedSizes(await addedBy(name))] as const),
  );
  expect(sizes.filter(([name, size]) => size > (laterBudget(name) ?? BUDGET.route))).toEqual([]);
  const closures = await Promise.all(ofScreens.map((name) => closureOf(name)));
  const all = new Set([...inShell(), ...closures.flatMap((parts) => [...parts])]);
  expect(await compressedSizes([...all])).toBeLessThanOrEqual(BUDGET.all);
  const made = (await readdir(join(folder, 'assets', 'made'))).filter((name) => name.endsWith('.js')).map((name) => `assets/made/${name}`);
  expect(await compressedSizes(made)).toBeLessThanOrEqual(BUDGET.made);
  const styles = (await readdir(join(folder, 'assets'))).map((name) => `assets/${name}`).filter((name) => name.endsWith('.css'));
  const stylesOfScreens = styles.filter((name) => !namedIn(html, 'css').includes(name));
  const styleSizes = await Promise.all(stylesOfScreens.map(async (name) => [name, await sizeOf(name)] as const));
  expect(styleSizes.filter(([, size]) => size > BUDGET.routeStyle)).toEqual([]);
});

test('the document has one script and no inline script or style, and every text file has its compressed copies', async () => {
  expect(html.match(/<script\b/g)).toHaveLength(1);
  expect(html).not.toMatch(/<script[^>]*>[^<]|<style|\sstyle=|\son\w+=/);
  expect(html).not.toMatch(/https?:\/\//);
  const files = await readdir(folder, { recursive: true });
  const plain = files.filter((name) => /\.(js|css|html|svg)$/.test(name));
  expect(plain.filter((name) => !files.includes(`${name}.br`) || !files.includes(`${name}.gz`))).toEqual([]);
  expect(files.filter((name) => name.endsWith('.map'))).toEqual([]);
});

test('a build is current until a source changes', async () => {
  expect(await isBuilt(folder)).toBe(true);
  expect(await isBuilt(parent)).toBe(false);
});
