FROM node:24-bookworm-slim AS install
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY sdk/package.json sdk/
COPY cli/package.json cli/
COPY console/package.json console/
COPY acceptance/package.json acceptance/
# The image brings Node itself, and production brings its own PostgreSQL; the embedded one stays for a first look.
RUN npm ci --omit=dev

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production PORTOLAN_HOST=0.0.0.0 PORTOLAN_DATA=/data
COPY --from=install /app/node_modules node_modules
COPY . .
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4000/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "server/bin/portolan-server.js"]
