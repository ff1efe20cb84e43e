import { type Config, ConfigError, metrics } from '@space/runtime';
import { createClamd, readClamdAddress } from './clamd.ts';
import type { Scanner, Verdict } from './scanner.ts';

/** Returns the virus scanner of SPACE_SCANNER, whose scans are measured; undefined without one. Throws ConfigError. */
export function openScanner({ SPACE_SCANNER: address }: Pick<Config, 'SPACE_SCANNER'>): Scanner | undefined {
  if (address === undefined) return undefined;
  const place = readClamdAddress(address);
  if (!place) throw new ConfigError('SPACE_SCANNER must be an address of clamd, such as clamd://scanner:3310. Correct it or remove it.');
  const scanner = createClamd(place);
  return {
    ...scanner,
    async scan(open, deadline_ms) {
      const started_ms = performance.now();
      const end = (outcome: Verdict['outcome'] | 'failed'): void =>
        metrics.scans.observe({ outcome }, (performance.now() - started_ms) / 1_000);
      try {
        const verdict = await scanner.scan(open, deadline_ms);
        end(verdict.outcome);
        return verdict;
      } catch (error) {
        end('failed');
        throw error;
      }
    },
  };
}
