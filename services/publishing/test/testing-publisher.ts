import { systemClock } from '@space/database';
import { startServices, testPorts } from '@space/runtime/testing';
import { publishingService } from '../src/service.ts';

/** A process of its own that publishes what is due on the database of its argument, until it is killed. */
const ports = await testPorts({ url: process.argv[2]! });
setInterval(() => ports.clock.set(systemClock.now()), 20);
await startServices([publishingService], ports);
process.stdout.write('running\n');
