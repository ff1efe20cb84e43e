import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig } from '@space/runtime/config';

/** The address and the token of the operator's commands. The other facts are known of a standalone profile. */
export interface OperatorConnection {
  readonly base_url: string;
  readonly operator_token: string;
  readonly space_id: string | undefined;
  readonly api_key?: string;
  readonly public_url?: string;
  readonly console_url?: string;
  readonly metrics_url?: string;
}

/** Returns SPACE_BASE_URL with SPACE_OPERATOR_TOKEN if both are set, otherwise `connection.json` of SPACE_DATA_DIR. */
export function operatorConnection(): OperatorConnection {
  const config = readConfig();
  if (config.SPACE_BASE_URL && config.SPACE_OPERATOR_TOKEN)
    return {
      base_url: `${config.SPACE_BASE_URL.replace(/\/(v1)?\/?$/, '')}/v1`,
      operator_token: config.SPACE_OPERATOR_TOKEN,
      space_id: undefined,
    };
  const file = join(config.SPACE_DATA_DIR, 'connection.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as OperatorConnection;
  } catch {
    throw new ConfigError(`There is no ${file}: run npm start once, or set SPACE_BASE_URL and SPACE_OPERATOR_TOKEN.`);
  }
}
