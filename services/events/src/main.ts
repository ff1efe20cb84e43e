import { main } from '@space/runtime';
import { consumerGroups } from '../../manifest.ts';
import { eventsService } from './service.ts';

await main(eventsService, consumerGroups);
