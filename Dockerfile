# One image for every process; the command names the service:
#   node services/<name>/src/main.ts      node scripts/migrate.ts
ARG NODE_VERSION=26.10.0

# Only the files that decide the dependencies: a change of code does not install them again.
FROM node:${NODE_VERSION}-bookworm-slim AS manifests
WORKDIR /app
COPY . .
# The image needs no developer tools, so `npm ci` need not resolve them, and neither embedded Postgres nor the package of node.
RUN find . -type f ! -name package.json ! -name package-lock.json -delete \
    && npm pkg delete devDependencies optionalDependencies \
    && cd packages/database && npm pkg delete optionalDependencies

FROM node:${NODE_VERSION}-bookworm-slim AS dependencies
WORKDIR /app
COPY --from=manifests /app ./
# The dependencies of the console build it, and no process loads them. The optional dependencies that remain are the decoder of pictures
# and the drawer of whiteboards for this platform.
RUN cd packages/console && npm pkg delete dependencies
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
    && node --input-type=module -e "await import('sharp'); await import('@resvg/resvg-js')"

# The console is built with packages that no image of a process has.
FROM node:${NODE_VERSION}-bookworm-slim AS console
WORKDIR /app
COPY --from=manifests /app ./
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/console/main.ts

FROM node:${NODE_VERSION}-bookworm-slim
ARG VERSION=1.0.0
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
LABEL org.opencontainers.image.title="Space API" \
      org.opencontainers.image.description="One workspace that programs operate with a scoped key: REST, MCP and signed events." \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.licenses="UNLICENSED"
# Nothing is installed in a running container.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn*
WORKDIR /app
COPY --from=dependencies /app ./
COPY . .
COPY --from=console /app/packages/console/dist ./packages/console/dist
# The heap follows the memory limit of the container; the rest is for buffers and the runtime. A container is reached from
# outside, so its processes listen on all of its addresses.
ENV NODE_ENV=production \
    SPACE_HOST=0.0.0.0 \
    NODE_OPTIONS=--max-old-space-size-percentage=75 \
    NODE_COMPILE_CACHE=/app/.compile-cache
# Compiled once here: a process starts sooner and uses about 25 MB less, since it does not load the type stripper.
RUN node --input-type=module -e "import { flushCompileCache } from 'node:module'; import { serviceEntries } from './services/manifest.ts'; for (const { name } of serviceEntries) await import(\`./services/\${name}/src/service.ts\`); flushCompileCache();"
# A number, so that Kubernetes can verify that it is not root. It owns no file: the root file system may be read-only.
USER 65532:65532
EXPOSE 8080 8081 8082 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --start-interval=1s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SPACE_METRICS_PORT || 9464}/livez`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The base image's entry point is a shell script. Without it node receives signals directly.
ENTRYPOINT []
CMD ["node", "services/gateway/src/main.ts"]
