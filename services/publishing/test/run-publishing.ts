import { systemClock } from '@space/database';
import { startServices, testPorts } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';

/** What a test starts and kills: publishing on the database it is given, by the machine's clock. */
const { SPACE_SECRET_KEY, SPACE_WEBHOOK_ALLOW } = process.env;
const ports = await testPorts({
  url: process.argv[2]!,
  environment: { ...(SPACE_SECRET_KEY ? { SPACE_SECRET_KEY } : {}), ...(SPACE_WEBHOOK_ALLOW ? { SPACE_WEBHOOK_ALLOW } : {}) },
});
await startServices([publishingService], { ...ports, clock: systemClock } as typeof ports);
process.stdout.write('ready\n');
