import { main } from '@space/runtime';
import { deliveryService } from './service.ts';

await main(deliveryService);
