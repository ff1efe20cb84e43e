import { dirname, join } from 'node:path';
import { runningEmbeddedUrl } from '@space/database/embedded';
import { profile } from '../profile.ts';

/** The data folder of the standalone profile under test. */
export const dataFolder: string = dirname(profile.log_files[0]!);

/** Returns the URL of the Postgres of the standalone profile under test. */
export async function profileDatabase(): Promise<string> {
  const url = await runningEmbeddedUrl(join(dataFolder, 'postgres'));
  if (!url) throw new Error(`No Postgres runs on ${dataFolder}.`);
  return url;
}
