import { checkChart } from './checks.ts';

/** `npm run chart` checks the chart. With SPACE_REQUIRE_CHART=1 a skipped check is a failure. */
const { passed, failed, skipped } = await checkChart((line) => process.stdout.write(`${line}\n`));
process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exitCode = failed > 0 || (skipped > 0 && process.env.SPACE_REQUIRE_CHART === '1') ? 1 : 0;
