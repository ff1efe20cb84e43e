import { inProcessBus } from '@space/bus';
import { describeBus } from '@space/bus/conformance';

describeBus('of one process', { betweenProcesses: false }, async () => inProcessBus());
