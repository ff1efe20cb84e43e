import { buildConsole, canBuild, isBuilt } from './build.ts';

/**
 * `npm run console` builds the browser app of the console if its sources or the lock file changed. `npm run console made` writes
 * `packages/console/src/made` from the contracts; with `--check` it fails if they differ.
 */
if (process.argv[2] === 'made') {
  const { checkMade, writeMade } = await import('./made.ts');
  if (process.argv.includes('--check')) process.exitCode = checkMade();
  else writeMade();
} else if (!(await isBuilt())) {
  await build();
}

async function build(): Promise<void> {
  if (!canBuild()) return fail('The console needs the development tools, which are not installed.');
  process.stderr.write('Building the console (once after a change, about ten seconds) …\n');
  try {
    await buildConsole();
  } catch (error) {
    // Another start may have built it in the meantime.
    if (!(await isBuilt())) fail((error as Error).message);
  }
}

function fail(reason: string): void {
  process.stderr.write(`${reason} \`npm run console\` builds it.\n`);
  process.exitCode = 1;
}
