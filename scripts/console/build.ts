import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root } from '../step.ts';

const consoleFolder = join(root, 'packages', 'console');

/** The folder of the built console, from which the gateway serves it. */
const distFolder = join(consoleFolder, 'dist');

const STAMP = '.stamp';

/** The files that a browser accepts compressed. */
const COMPRESSIBLE = /\.(js|css|html|svg|json)$/;

/** Returns true if a folder has a console that was built from the sources and the lock file as they are now. */
export async function isBuilt(folder: string = distFolder): Promise<boolean> {
  const stamp = join(folder, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === (await sourceHash());
}

/**
 * Builds the console into a folder, with a `.br` and a `.gz` next to each text file and the hash of its sources in `.stamp`.
 * The folder is replaced only by a whole build. Throws an Error with the output of a build that failed.
 */
export async function buildConsole(folder: string = distFolder): Promise<void> {
  const building = `${folder}-${process.pid}`;
  try {
    await runVite(building);
    await compressFiles(building);
    await writeFile(join(building, STAMP), await sourceHash());
    await rm(folder, { recursive: true, force: true });
    await mkdir(dirname(folder), { recursive: true });
    await rename(building, folder);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/** Returns true if the packages of the build are installed. */
export const canBuild = (): boolean => existsSync(viteProgram);

const viteProgram = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

async function runVite(folder: string): Promise<void> {
  const args = [viteProgram, 'build', '--configLoader', 'native', '--logLevel', 'warn', '--outDir', folder];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: consoleFolder,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number>((done) => child.once('error', () => done(1)).once('close', (exit) => done(exit ?? 1)));
  if (code !== 0) throw new Error(Buffer.concat(output).toString().trim());
}

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

async function compressFiles(folder: string): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const bytes = await readFile(file);
      await writeFile(`${file}.br`, await asBrotli(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
      await writeFile(`${file}.gz`, await asGzip(bytes, { level: 9 }));
    }),
  );
}

/** Returns the hash of everything that decides about the built files. */
async function sourceHash(): Promise<string> {
  const hash = createHash('sha256');
  const sources = (await readdir(join(consoleFolder, 'src'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  const others = ['index.html', 'vite.config.ts', 'package.json', 'tsconfig.json'].map((name) => join(consoleFolder, name));
  for (const file of [...sources, ...others, join(root, 'package-lock.json'), import.meta.filename].toSorted())
    hash.update(`${relative(root, file)}\0`).update(await readFile(file));
  return hash.digest('hex');
}
