import { lookup, Resolver } from 'node:dns/promises';

/** Finds every address of a host name; rejects when there is none. */
export type Resolve = (hostname: string) => Promise<string[]>;

const TIMEOUT_MS = 1_500;

/**
 * Asks the name servers for A and AAAA records, outside the small thread pool that the system's resolver uses, so
 * that a slow name does not hold up the others. Names that only the machine's own hosts file knows are found last.
 */
export const resolveAddresses: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
};
