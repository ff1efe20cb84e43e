import { main } from '@space/runtime';
import { eventsService } from './service.ts';

await main(eventsService);
