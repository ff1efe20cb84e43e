import { main } from '@space/runtime';
import { consumerGroups } from '../../manifest.ts';
import { contactsService } from './service.ts';

await main(contactsService, consumerGroups);
