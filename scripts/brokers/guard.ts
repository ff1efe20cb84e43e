import { spawn } from 'node:child_process';

/**
 * Makes sure that no broker outlives us, however we end. A small shell reads from us the ids of the processes that run
 * now, a line whenever they change. The pipe closes when we die, by SIGKILL too, and the shell then kills the processes
 * of the last line and removes the temporary data.
 */
export interface Guard {
  watch(pid: number): void;
  forget(pid: number): void;
  /** Nothing is guarded any more. */
  release(): void;
}

const SCRIPT = `
pids=
while read -r line; do pids=$line; done
[ -n "$pids" ] || exit 0
kill -KILL $pids
[ -n "$1" ] || exit 0
for pid in $pids; do
  for try in 1 2 3 4 5 6 7 8 9 10; do kill -0 $pid || break; sleep 0.1; done
done
rm -rf -- "$1"
`;

/** Starts a guard; `temporary` is a folder to remove when we die with processes running. */
export function startGuard(temporary: string | undefined): Guard {
  const watched = new Set<number>();
  // In a process group of its own, since Ctrl-C must not end it before us.
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'guard', temporary ?? ''], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  const tell = (): void => void shell.stdin.write(`${[...watched].join(' ')}\n`);
  // An ordinary exit need not wait for the shell.
  const atExit = (): void => watched.forEach(kill);
  process.on('exit', atExit);
  return {
    watch(pid) {
      watched.add(pid);
      tell();
    },
    forget(pid) {
      watched.delete(pid);
      tell();
    },
    release() {
      watched.clear();
      tell();
      shell.stdin.end();
      process.off('exit', atExit);
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has gone by itself.
  }
}
