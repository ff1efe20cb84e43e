import { main } from '@space/runtime';
import { contactsService } from './service.ts';

await main(contactsService);
