export { renderBody } from './attempts/job.ts';
export { requestHeaders } from './attempts/request-headers.ts';
export { deliveryService } from './service.ts';
