import { test } from '@jest/globals';
import { natsBus } from '@space/bus';
import { describeBus } from '@space/bus/conformance';

const { NATS_URL } = process.env;

if (NATS_URL) describeBus('over NATS', { betweenProcesses: true }, () => natsBus(NATS_URL, 'conformance'));
else test.skip('the bus over NATS: NATS_URL is not set', () => {});
