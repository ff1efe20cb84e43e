import { main } from '@space/runtime';
import { consumerGroups } from '../../manifest.ts';
import { commerceService } from './service.ts';

await main(commerceService, consumerGroups);
