import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../step.ts';
import { generatedContracts } from './generated-contracts.ts';

const run = promisify(execFile);
const source = join(root, 'packages', 'client');

/** Compiles for every runtime: with the types of browsers and without those of Node, so that an API of Node does not compile. */
const compilerOptions = {
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  declaration: true,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  skipLibCheck: false,
  rootDir: 'src',
  outDir: 'lib',
};

/**
 * Builds the npm package of the client in `folder`: JavaScript modules and types without dependencies, and its own
 * package.json.
 */
export async function buildClient(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(join(source, 'src'), join(folder, 'src'), { recursive: true, filter: (path) => !/\.test(-d)?\.ts$/.test(path) });
  await writeFile(join(folder, 'src', 'contracts.ts'), generatedContracts());
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(await packageJson(), null, 2)}\n`);
  await copyFile(join(source, 'README.md'), join(folder, 'README.md'));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['src'] }));
  await run(join(root, 'node_modules', '.bin', 'tsc'), ['-p', 'tsconfig.json'], { cwd: folder }).catch(
    (error: Error & { stdout?: string }) => {
      throw new Error(`The client does not compile:\n${error.stdout || error.message}`);
    },
  );
  for (const name of ['src', 'tsconfig.json']) await rm(join(folder, name), { recursive: true });
}

/** Packs a built client in its folder. Returns the path of the tarball. */
export async function packClient(folder: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: folder });
  const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
  return join(folder, filename);
}

async function packageJson(): Promise<Record<string, unknown>> {
  const { name, version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  const entry = (file: string) => ({ types: `./lib/${file}.d.ts`, default: `./lib/${file}.js` });
  return {
    name,
    version,
    description: 'Typed client of Space API, and the verifier of its webhooks.',
    license: 'UNLICENSED',
    type: 'module',
    engines: { node: '>=20' },
    sideEffects: false,
    // For TypeScript with moduleResolution node10 and bundlers of its time, which do not read `exports`.
    main: './lib/index.js',
    types: './lib/index.d.ts',
    typesVersions: { '*': { routes: ['./lib/routes.d.ts'], webhooks: ['./lib/webhooks.d.ts'] } },
    exports: { '.': entry('index'), './routes': entry('routes'), './webhooks': entry('webhooks'), './package.json': './package.json' },
    files: ['lib'],
  };
}
