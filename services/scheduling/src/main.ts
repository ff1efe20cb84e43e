import { main } from '@space/runtime';
import { consumerGroups } from '../../manifest.ts';
import { schedulingService } from './service.ts';

await main(schedulingService, consumerGroups);
