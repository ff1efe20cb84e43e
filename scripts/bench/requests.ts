import { type Load, load, median } from './load.ts';
import { cpuSeconds, type Pids } from './processes.ts';
import type { Subject } from './subject.ts';

/** Load on a system, with the CPU seconds that all of its processes used, Postgres included, for 1,000 requests. */
interface MeasuredLoad extends Load {
  readonly cpu_seconds_per_1000: number;
}

/** One workload measured against the floor. */
export interface Comparison {
  readonly name: string;
  readonly floor: Load;
  readonly measured: Readonly<Record<string, MeasuredLoad & { readonly ratio: number }>>;
}

/** A running system with a Space to measure, and the processes that it consists of. */
export interface MeasuredSystem {
  readonly subject: Subject;
  readonly pids: Pids;
}

const ROUNDS = 3;
/** Seconds of warm-up for the compilers of Node and of Kafka's Java. */
const WARM_UP_SECONDS = 6;
let people = 0;

const person = (): string => {
  people += 1;
  return JSON.stringify({ name: `New Person ${people}`, email: `new.${process.pid}.${people}@example.com` });
};

/** Lists 50 of 10,000 contacts: floor and profiles take turns, and the median round of each counts. */
export const compareLists = (floorUrl: string, systems: readonly MeasuredSystem[], seconds: number): Promise<Comparison> =>
  compare('list 50 of 10,000 contacts', systems, seconds, {
    floor: { url: `${floorUrl}/contacts?limit=50` },
    of: ({ profile, api_key }) => ({
      url: `${profile.connection.base_url}/contacts?limit=50`,
      headers: { authorization: `Bearer ${api_key}` },
    }),
  });

/** Creates contacts, each with its event; the floor executes one plain insert. */
export const compareCreates = (floorUrl: string, systems: readonly MeasuredSystem[], seconds: number): Promise<Comparison> =>
  compare('create a contact with its event', systems, seconds, {
    floor: { url: `${floorUrl}/contacts`, body: person },
    of: ({ profile, api_key }) => ({
      url: `${profile.connection.base_url}/contacts`,
      headers: { authorization: `Bearer ${api_key}` },
      body: person,
    }),
  });

interface Requests {
  readonly floor: Parameters<typeof load>[0];
  of(subject: Subject): Parameters<typeof load>[0];
}

async function compare(name: string, systems: readonly MeasuredSystem[], seconds: number, requests: Requests): Promise<Comparison> {
  const floors: Load[] = [];
  const loads = new Map<string, MeasuredLoad[]>(systems.map(({ subject }) => [subject.profile.name, []]));
  await load(requests.floor, 2);
  for (const { subject } of systems) await load(requests.of(subject), WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(await load(requests.floor, seconds));
    for (const system of systems)
      loads.get(system.subject.profile.name)!.push(await loadWithCpu(requests.of(system.subject), seconds, system.pids));
  }
  const floor = middle(floors);
  const measured = [...loads].map(([profile, some]) => {
    const typical = middle(some);
    const cpu = median(some.map((one) => one.cpu_seconds_per_1000));
    return [profile, { ...typical, cpu_seconds_per_1000: cpu, ratio: typical.per_second / floor.per_second }] as const;
  });
  return { name, floor, measured: Object.fromEntries(measured) };
}

/** Sends requests as `load` does, and measures the CPU time of a system. */
export async function loadWithCpu(request: Parameters<typeof load>[0], seconds: number, pids: Pids): Promise<MeasuredLoad> {
  const before = cpuSeconds(Object.values(pids));
  const measured = await load(request, seconds);
  const used = cpuSeconds(Object.values(pids)) - before;
  return { ...measured, cpu_seconds_per_1000: (used / (measured.per_second * seconds)) * 1_000 };
}

const middle = <Each extends Load>(loads: readonly Each[]): Each => {
  const rate = median(loads.map((one) => one.per_second));
  return { ...loads.find((one) => one.per_second === rate)!, not_2xx: loads.reduce((sum, one) => sum + one.not_2xx, 0) };
};
