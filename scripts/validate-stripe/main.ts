import { findTool } from '../chart/tools.ts';
import { startStripeMock } from './stripe-mock.ts';
import { validateStripe } from './validate-stripe.ts';

/**
 * `npm run validate:stripe` validates the requests of our reader and the answers of the stand-in for Stripe with stripe-mock, which contains
 * the OpenAPI document of Stripe. The first run builds it with Go, which takes minutes. Without Go nothing is validated, and a loud line
 * says so.
 */
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const program = await findTool('stripe-mock', say);
if (program) {
  const mock = await startStripeMock(program);
  try {
    const findings = await validateStripe(mock.url, say);
    for (const finding of findings) say(`FAIL ${finding}`);
    say(findings.length === 0 ? 'ok   stripe-mock accepts our requests, and its answers are read' : `${findings.length} findings`);
    process.exitCode = findings.length === 0 ? 0 : 1;
  } finally {
    await mock.stop();
  }
} else say('!!! NOT VALIDATED: this machine has no Go, which builds stripe-mock.');
