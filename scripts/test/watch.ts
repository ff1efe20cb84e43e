import { spawn } from 'node:child_process';
import { root } from '../step.ts';
import { jestCommand } from './jest.ts';

/** `npm run test:watch [FILE…]` runs the unit tests of changed files again after each change. */
const files = process.argv.slice(2);
const [program, ...args] = [...jestCommand, '--watch', '--selectProjects', 'unit', ...(files.length > 0 ? ['--', ...files] : [])];
const child = spawn(program!, args, { cwd: root, stdio: 'inherit' });
child.once('close', (code) => process.exit(code ?? 1));
