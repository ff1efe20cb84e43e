import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MEDIA_WORK_MS } from '@space/contracts/assets';
import { SECOND_MS } from '@space/time';
import { Unreadable } from '../file/unreadable.ts';
import { guardMemory } from './memory-guard.ts';
import type { WorkerReply, WorkerRequest } from './worker-message.ts';
import type { WorkKind } from './works.ts';

/** Thrown when a worker process ended before it replied: it was killed, it crashed, or its time was over. */
export class WorkerEnded extends Error {
  constructor(how: string) {
    super(`the worker process ended: ${how}`);
    this.name = 'WorkerEnded';
  }
}

/** Megabytes of objects of a worker process; decoded pixels are not among them. */
const HEAP_MB = 256;

/** Bytes of memory from which a worker process is replaced between two works: the decoder does not return all memory. */
const MAX_RSS = 400 * 1_048_576;

/** The works on texts. */
const TEXT_WORKS: ReadonlySet<WorkKind> = new Set(['text', 'word']);

/** Bytes of memory at which a worker process is ended during a work on a text: buffers of a bomb are no objects of its heap. */
const MAX_TEXT_RSS = 512 * 1_048_576;

/** The time after which an idle worker process ends. */
const IDLE_MS = 60 * SECOND_MS;

/** The environment of a worker process: no address and no secret. */
const ENVIRONMENT = ['PATH', 'TZ', 'NODE_COMPILE_CACHE', 'LD_LIBRARY_PATH'];

/** A place for one worker process, which is started with its first work and after each end. */
export interface WorkerProcess {
  /** Does one work; the caller waits for the last one. Throws Unreadable and WorkerEnded. */
  work(request: WorkerRequest, deadline_ms?: number): Promise<unknown>;
  stop(): void;
}

/** Creates a place for a worker process. */
export function createWorkerProcess(): WorkerProcess {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function end(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  /** Lets the process rest, so that it keeps no parent running, or ends a large one. */
  function rest(rss: number): void {
    if (rss > MAX_RSS) {
      end();
      return;
    }
    child?.unref();
    child?.channel?.unref();
    idle = setTimeout(end, IDLE_MS).unref();
  }

  return {
    async work(request, deadline_ms = MEDIA_WORK_MS) {
      clearTimeout(idle);
      if (child?.connected !== true) child = startWorker();
      const reply = await ask(child, request, deadline_ms).catch((error: unknown) => {
        end();
        throw error;
      });
      rest(reply.rss);
      if ('result' in reply) return reply.result;
      throw new Unreadable(reply.reason, { cause: reply.detail });
    },
    stop: end,
  };
}

function startWorker(): ChildProcess {
  const env = Object.fromEntries(ENVIRONMENT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])));
  const child = fork(fileURLToPath(new URL('./media-worker.ts', import.meta.url)), {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // An error without a listener would end this process.
  return child.on('error', () => {});
}

/** Sends a request and resolves with the reply. Rejects with WorkerEnded. */
function ask(child: ChildProcess, request: WorkerRequest, deadline_ms: number): Promise<WorkerReply> {
  const { promise, resolve, reject } = Promise.withResolvers<WorkerReply>();
  const onMessage = (reply: unknown) => resolve(reply as WorkerReply);
  const onExit = (code: number | null, signal: string | null) => reject(new WorkerEnded(signal ?? `code ${code}`));
  const onError = (error: Error) => reject(new WorkerEnded(error.message));
  const endGuard = TEXT_WORKS.has(request.kind)
    ? guardMemory(child.pid!, MAX_TEXT_RSS, () => reject(new WorkerEnded(`more than ${MAX_TEXT_RSS} bytes of memory`)))
    : () => {};
  const timer = setTimeout(() => reject(new WorkerEnded(`no reply after ${deadline_ms} ms`)), deadline_ms);
  child.ref();
  child.channel?.ref();
  child.on('message', onMessage).on('exit', onExit).on('error', onError);
  child.send(request, (error) => error && onError(error));
  return promise.finally(() => {
    clearTimeout(timer);
    endGuard();
    child.off('message', onMessage).off('exit', onExit).off('error', onError);
  });
}
