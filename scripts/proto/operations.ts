import { catalog } from '@space/contracts/catalog';

/** One line for each operation: id, scope, route, subject, tools. A change of the surface is a line of a diff. */
export const operationLines = (): string =>
  `${catalog
    .map(({ id, subject, operation: { scope, audience, route, tools } }) =>
      [
        id,
        scope ?? audience ?? '-',
        route ? `${route.method} ${route.path} ${route.status}` : '-',
        subject,
        tools?.map((tool) => tool.name).join(',') || '-',
      ].join('  '),
    )
    .join('\n')}\n`;
