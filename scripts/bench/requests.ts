import { type Load, load, median } from './load.ts';
import type { Subject } from './subject.ts';

/** One workload measured against the floor. */
export interface Comparison {
  readonly name: string;
  readonly floor: Load;
  readonly measured: Readonly<Record<string, Load & { readonly ratio: number }>>;
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
export const compareLists = (floorUrl: string, subjects: readonly Subject[], seconds: number): Promise<Comparison> =>
  compare('list 50 of 10,000 contacts', subjects, seconds, {
    floor: { url: `${floorUrl}/contacts?limit=50` },
    of: ({ profile, api_key }) => ({
      url: `${profile.connection.base_url}/contacts?limit=50`,
      headers: { authorization: `Bearer ${api_key}` },
    }),
  });

/** Creates contacts, each with its event; the floor executes one plain insert. */
export const compareCreates = (floorUrl: string, subjects: readonly Subject[], seconds: number): Promise<Comparison> =>
  compare('create a contact with its event', subjects, seconds, {
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

async function compare(name: string, subjects: readonly Subject[], seconds: number, requests: Requests): Promise<Comparison> {
  const floors: Load[] = [];
  const loads = new Map<string, Load[]>(subjects.map(({ profile }) => [profile.name, []]));
  await load(requests.floor, 2);
  for (const one of subjects) await load(requests.of(one), WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(await load(requests.floor, seconds));
    for (const one of subjects) loads.get(one.profile.name)!.push(await load(requests.of(one), seconds));
  }
  const floor = middle(floors);
  const measured = [...loads].map(([profile, some]) => {
    const typical = middle(some);
    return [profile, { ...typical, ratio: typical.per_second / floor.per_second }] as const;
  });
  return { name, floor, measured: Object.fromEntries(measured) };
}

const middle = (loads: readonly Load[]): Load => {
  const rate = median(loads.map((one) => one.per_second));
  return { ...loads.find((one) => one.per_second === rate)!, not_2xx: loads.reduce((sum, one) => sum + one.not_2xx, 0) };
};
