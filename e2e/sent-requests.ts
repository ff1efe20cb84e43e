import { readFile } from 'node:fs/promises';
import { profile } from './profile.ts';

/** An HTTP request that a process of the profile under test began. */
export interface SentRequest {
  /** The service that began it; null if that is not known, in a process with all services. */
  readonly service: string | null;
  readonly method: string;
  readonly origin: string;
  /** Without the query. */
  readonly path: string;
}

/** Returns all requests that the processes of the profile under test have sent. Throws for a profile that does not record them. */
export async function readSentRequests(): Promise<readonly SentRequest[]> {
  if (!profile.requests_file)
    throw new Error('This profile does not record its requests; run `npm test standalone` or `npm test cluster`.');
  const lines = (await readFile(profile.requests_file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as SentRequest);
}
