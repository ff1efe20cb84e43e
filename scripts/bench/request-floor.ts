import { freePorts, startProgram } from '../profiles/program.ts';

/** Runs `act` with the address of the floor of requests, which reads and writes in a database. */
export async function withRequestFloor<T>(databaseUrl: string, logFile: string, act: (url: string) => Promise<T>): Promise<T> {
  const [port] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const floor = await startProgram({
    name: 'floor',
    file: 'scripts/bench/floor.ts',
    args: [String(port), databaseUrl, 'spc_floor_list'],
    logFile,
    env: {},
    ready: async () => (await fetch(`${url}/readyz`)).ok,
  });
  try {
    return await act(url);
  } finally {
    await floor.stop();
  }
}
