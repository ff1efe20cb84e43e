import { main } from '@space/runtime';
import { schedulingService } from './service.ts';

await main(schedulingService);
