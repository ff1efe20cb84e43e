import { lookup, Resolver } from 'node:dns/promises';

/** Returns every address of a host name; rejects if it has none. */
export type Resolve = (hostname: string) => Promise<string[]>;

const TIMEOUT_MS = 1_500;

/**
 * Queries the name servers for A and AAAA records. It does not use the small thread pool of the system's resolver, so a
 * slow name does not delay others. Names that only the hosts file of the machine contains are found last.
 */
export const resolveAddresses: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length > 0) return addresses;
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
};
