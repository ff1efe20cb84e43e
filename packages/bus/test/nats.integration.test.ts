import { randomBytes } from 'node:crypto';
import { test } from '@jest/globals';
import { natsBus } from '@space/bus';
import { describeBus } from '@space/bus/conformance';
import { createMessageSigner } from '@space/crypto';

const { NATS_URL } = process.env;
const signer = createMessageSigner(randomBytes(32).toString('base64'));

if (NATS_URL) describeBus('over NATS', { betweenProcesses: true }, () => natsBus({ servers: [NATS_URL], name: 'conformance', signer }));
else test.skip('the bus over NATS: NATS_URL is not set', () => {});
