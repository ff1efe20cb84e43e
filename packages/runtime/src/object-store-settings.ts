import type { ObjectStoreSettings } from '@space/object-store';
import { type Config, ConfigError } from './config.ts';

/**
 * Returns the folder or the bucket of the object store in OBJECT_STORE and `S3_…`, or `fallback`. Throws ConfigError for two places, for none,
 * and for a setting that would be ignored.
 */
export function objectStoreOf(config: Config, fallback?: { readonly folder: string }): ObjectStoreSettings {
  const { OBJECT_STORE: folder, S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint } = config;
  if (bucket === undefined) {
    const [ignored] = [region && 'S3_REGION', endpoint && 'S3_ENDPOINT'].filter(Boolean);
    if (ignored) throw new ConfigError(`${ignored} has no effect without S3_BUCKET; set S3_BUCKET or remove ${ignored}.`);
    const place = folder === undefined ? fallback : { folder };
    if (!place) throw new ConfigError('OBJECT_STORE or S3_BUCKET must be set.');
    return place;
  }
  if (folder !== undefined) throw new ConfigError('OBJECT_STORE and S3_BUCKET are different places for one store; set one.');
  if (region === undefined) throw new ConfigError('S3_BUCKET needs S3_REGION; for a server other than AWS set the region that it expects.');
  return { bucket, region, ...(endpoint === undefined ? {} : { endpoint }) };
}
