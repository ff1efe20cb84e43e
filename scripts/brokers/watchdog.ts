import { spawn } from 'node:child_process';

/**
 * Ensures that no broker outlives this process, even after SIGKILL. A small shell reads the ids of the running brokers
 * from a pipe, one line per change. When this process dies the pipe closes; the shell then kills the processes of the
 * last line and removes the temporary data.
 */
export interface Watchdog {
  watch(pid: number): void;
  forget(pid: number): void;
  /** Forgets every process and ends the shell. */
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

/** Starts a watchdog; `temporary` is a folder to remove when this process dies while brokers run. */
export function startWatchdog(temporary: string | undefined): Watchdog {
  const watched = new Set<number>();
  // A separate process group: Ctrl-C must not end it before this process.
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'watchdog', temporary ?? ''], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  const sendPids = (): void => void shell.stdin.write(`${[...watched].join(' ')}\n`);
  // An ordinary exit kills the brokers directly, without the shell.
  const atExit = (): void => watched.forEach(kill);
  process.on('exit', atExit);
  return {
    watch(pid) {
      watched.add(pid);
      sendPids();
    },
    forget(pid) {
      watched.delete(pid);
      sendPids();
    },
    release() {
      watched.clear();
      sendPids();
      shell.stdin.end();
      process.off('exit', atExit);
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It exited already.
  }
}
