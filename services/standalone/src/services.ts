import { commerceService } from '@space/commerce';
import { contactsService } from '@space/contacts';
import { deliveryService } from '@space/delivery';
import { eventsService } from '@space/events';
import { gatewayService } from '@space/gateway';
import { integrationsService } from '@space/integrations';
import { libraryService } from '@space/library';
import { mediaService } from '@space/media';
import { publishingService } from '@space/publishing';
import type { Service } from '@space/runtime';
import { schedulingService } from '@space/scheduling';
import { tablesService } from '@space/tables';
import { workService } from '@space/work';

/** All services in the order they start. The gateway is the last to take traffic and the first to stop. */
export const services: readonly Service[] = [
  contactsService,
  tablesService,
  publishingService,
  schedulingService,
  eventsService,
  deliveryService,
  integrationsService,
  commerceService,
  workService,
  libraryService,
  mediaService,
  gatewayService,
];
