import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DocsFile, docsFile } from '../docs/docs-pages.ts';
import { type Coding, codingOf, VARY_ENCODING, withCoding } from '../http/compression.ts';
import { headerList } from '../http/headers.ts';

/** The folder with the built browser app of the console. */
const CONSOLE_FOLDER = fileURLToPath(new URL('../../../../packages/console/dist', import.meta.url));

/** The file that every screen of the console begins with. */
const SHELL = 'index.html';

/** One file as a request accepts it; its headers have the ETag. */
export type ConsoleFile = DocsFile;

/** The files of the browser app, read once. */
export interface ConsoleFiles {
  /** Returns the file at a path such as `/assets/main-1a2b.js`, in the coding that a request accepts. */
  asset(path: string, acceptEncoding: string | string[] | undefined): ConsoleFile | undefined;
  /** Returns the document of every screen; undefined when the app is not built. */
  shell(acceptEncoding: string | string[] | undefined): ConsoleFile | undefined;
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
};

const suffixes: Readonly<Record<Coding, string>> = { br: '.br', gzip: '.gz' };

interface StoredFile extends ConsoleFile {
  readonly compressed: Partial<Record<Coding, Buffer>>;
}

/** Reads the built app from a folder; none of its files when it is not built. */
export async function readConsoleFiles(folder = CONSOLE_FOLDER): Promise<ConsoleFiles> {
  const names = await listFiles(folder);
  const plain = names.filter((name) => !/\.(?:br|gz)$/.test(name) && types[extensionOf(name)] !== undefined);
  const files = new Map<string, StoredFile>();
  for (const name of plain) files.set(`/${name}`, await readStored(folder, name, names));

  function formOf(file: StoredFile | undefined, acceptEncoding: string | string[] | undefined): ConsoleFile | undefined {
    if (!file) return undefined;
    const { headers, etag } = file;
    if (Object.keys(file.compressed).length === 0) return file;
    const varied = [...headers, ...VARY_ENCODING];
    const coding = codingOf(acceptEncoding);
    const body = coding && file.compressed[coding];
    return body ? { headers: withCoding(varied, coding), etag, body } : { headers: varied, etag, body: file.body };
  }

  return {
    asset: (path, acceptEncoding) => (path === `/${SHELL}` ? undefined : formOf(files.get(path), acceptEncoding)),
    shell: (acceptEncoding) => formOf(files.get(`/${SHELL}`), acceptEncoding),
  };
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function readStored(folder: string, name: string, names: readonly string[]): Promise<StoredFile> {
  const body = await readFile(join(folder, name));
  const compressed: Partial<Record<Coding, Buffer>> = {};
  for (const coding of Object.keys(suffixes) as Coding[])
    if (names.includes(name + suffixes[coding])) compressed[coding] = await readFile(join(folder, name + suffixes[coding]));
  const headers = headerList({
    'Content-Type': types[extensionOf(name)]!,
    // The name of an asset has a hash of its content; the document that names the assets is asked for each time.
    'Cache-Control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  return { ...docsFile(body, headers), compressed };
}

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
