import { main } from '@space/runtime';
import { consumerGroups } from '../../manifest.ts';
import { gatewayService } from './service.ts';

await main(gatewayService, consumerGroups);
