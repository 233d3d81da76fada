# countersign as a gateway in front of any service. Build: docker build -t countersign .
# The base image by its digest, so that two builds are of the same: --build-arg NODE_IMAGE=node:24-slim@sha256:…
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY . .
# ioredis and what it needs are locked in scripts/image; countersign itself needs nothing.
RUN npm ci --ignore-scripts && npm run build && npm pack --ignore-scripts --pack-destination /tmp \
  && cp -r scripts/image /app && npm ci --prefix /app --ignore-scripts --omit=dev && mkdir /app/node_modules/countersign \
  && tar -xzf /tmp/countersign-0.1.0.tgz -C /app/node_modules/countersign --strip-components=1

# No command of this stage needs a shell.
FROM ${NODE_IMAGE}
COPY --from=build /app /app
# The user node; by number, so that an orchestrator can see that it is not root.
USER 1000
EXPOSE 8787 9464
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:9464/-/ready').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/node_modules/countersign/dist/apps/cli/main.js", "serve"]
CMD ["--keys", "/keys", "--listen", "0.0.0.0", "--port", "8787", "--metrics", "0.0.0.0:9464", "--log", "json", "--upstream", "http://service:8000"]
