import { metrics } from '@space/runtime';

/** How a route is named in metrics and logs: its method and its template, never an address a client made up. */
export interface RouteLabel {
  readonly method: string;
  readonly route: string;
  /** Counts one answer that took so many seconds. */
  observe(status: number, seconds: number): void;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The labels of a route, one for each method; methods that nobody uses share one. */
export function routeLabels(route: string): (method: string) => RouteLabel {
  const labels = new Map(METHODS.map((method) => [method, routeLabel(method, route)]));
  const other = routeLabel('_OTHER', route);
  return (method) => labels.get(method) ?? other;
}

/** The label of what no route takes. */
export const unmatched = routeLabels('unmatched');

/** A label whose metric series are looked up once for each status. */
function routeLabel(method: string, route: string): RouteLabel {
  const series = new Map<number, { observe(seconds: number): void }>();
  return {
    method,
    route,
    observe(status, seconds) {
      let one = series.get(status);
      if (!one) {
        one = metrics.httpRequests.labels({ http_request_method: method, http_route: route, http_response_status_code: status });
        series.set(status, one);
      }
      one.observe(seconds);
    },
  };
}
