import { main } from '@space/runtime';
import { consumerGroups } from '../../manifest.ts';
import { workService } from './service.ts';

await main(workService, consumerGroups);
