import { main } from '@space/runtime';
import { consumerGroups } from '../../manifest.ts';
import { publishingService } from './service.ts';

await main(publishingService, consumerGroups);
