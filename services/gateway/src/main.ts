import { main } from '@space/runtime';
import { gatewayService } from './service.ts';

await main(gatewayService);
