import { main } from '@space/runtime';
import { publishingService } from './service.ts';

await main(publishingService);
