import { main } from '@space/runtime';
import { consumerGroups } from '../../manifest.ts';
import { deliveryService } from './service.ts';

await main(deliveryService, consumerGroups);
