// Completes package-lock.json. npm omits optional packages of other platforms that the registry does not have, and then
// `npm ci` rejects the lock file. The added entries name their platform, so that other platforms skip them. They have a
// version and no checksum.
import { readFileSync, writeFileSync } from 'node:fs';

const systems = ['darwin', 'win32', 'linux', 'android', 'freebsd', 'openharmony', 'netbsd', 'openbsd', 'sunos', 'aix'];
const processors = ['arm64', 'x64', 'ia32', 'riscv64', 's390x', 'ppc64', 'loong64', 'arm'];
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { packages } = lock;

/** Returns the folder in which a package finds `name`, as Node resolves it. */
const found = (from, name) => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder ? `${folder}/` : ''}node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return undefined;
    if (!folder.includes('/node_modules/')) folder = '';
  }
};

const entry = (name, version, isDev) => {
  const words = name.split('/').at(-1);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  const libc = words.includes('musl') ? 'musl' : words.includes('-gnu') && os === 'linux' ? 'glibc' : undefined;
  return {
    version,
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(isDev ? { dev: true } : {}),
    ...(libc ? { libc: [libc] } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  };
};

let added = 0;
for (const [from, { optionalDependencies = {}, dev }] of Object.entries(packages))
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (found(from, name) || found('', name)) continue;
    packages[`node_modules/${name}`] = entry(name, version.replace(/^[~^]/, ''), dev);
    added += 1;
  }
lock.packages = Object.fromEntries(Object.entries(packages).sort(([one], [other]) => (one < other ? -1 : 1)));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`Added ${added} optional packages of other platforms.\n`);
