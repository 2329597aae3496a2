import type { FastifyInstance } from 'fastify'
import type { Account, Ctx } from '#kit/call/context.ts'
import { catalogueOf, cataloguePort } from '#kit/call/catalogue.ts'
import { provide } from '#kit/call/port.ts'
import type { Product } from '#kit/nouns/product.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { viewerTokensPort } from '#platform/auth/viewerTokensPort.ts'
import { openCallPorts } from '#platform/call/callPorts.ts'
import { inputCheckPort } from '#platform/call/inputCheckPort.ts'
import { factSignalsPort } from '#platform/facts/factSignalsPort.ts'
import { mailboxPort } from '#platform/mail/imap/mailboxPort.ts'
import { openMailboxes } from '#platform/mail/imap/mailboxReader.ts'
import { mailPort } from '#platform/mail/mailPort.ts'
import { sealingPort } from '#platform/secrets/sealingPort.ts'
import { liveVideoPort } from '#platform/video/live/liveVideoPort.ts'
import { openImages } from '#platform/images/imageStore.ts'
import { imageStorePort } from '#platform/images/imageStorePort.ts'
import { openIncomingFiles } from '#platform/files/incoming/incomingFiles.ts'
import { incomingFilesPort } from '#platform/files/incoming/incomingFilesPort.ts'
import { clientOf } from '#platform/http/clientAddress.ts'
import { servedViewersPort } from '#platform/video/hls/servedViewers.ts'
import { videoWorkPort } from '#platform/video/videoWorkPort.ts'
import { deadJobsPort } from '#platform/tasks/deadJobsPort.ts'
import { deliveriesPort } from '#platform/webhooks/deliveriesPort.ts'
import { webhookEndpointsPort } from '#platform/webhooks/webhookEndpointsPort.ts'
import type { Credential } from '#platform/auth/credential.ts'
import { openKeyring, type Keyring } from '#platform/auth/keyring.ts'
import { openSessionCredentials, type SessionCredentials } from '#platform/auth/sessionCredentials.ts'
import { sessionsPort } from '#platform/auth/sessionsPort.ts'
import { openViewerTokens } from '#platform/auth/viewerTokens.ts'
import { platformAccount, type Kernel } from '#platform/call/callContext.ts'
import { openProcessMemory } from '#platform/cache/processMemory.ts'
import { openEffects } from '#platform/call/effects.ts'
import { findParty } from '#platform/db/accountShares.ts'
import { openCursors } from '#platform/db/cursor.ts'
import { openPools, type Pools } from '#platform/db/pools.ts'
import { openReadLane } from '#platform/db/readLane.ts'
import type { Machinery } from '#platform/facts/machinery.ts'
import { openOutgoingMail } from '#platform/mail/outgoingMail.ts'
import { transportPort } from '#platform/mail/transportPort.ts'
import type { StopHow } from '#platform/tasks/worker.ts'
import { openEventStreams } from '#platform/http/eventStreams.ts'
import { checkKeyless } from '#platform/http/inputAccount.ts'
import { openInputCheck } from '#platform/http/inputCheck.ts'
import { openMemoryShares } from '#platform/http/memoryShares.ts'
import { keyCredentials } from '#platform/auth/keyCredentials.ts'
import { openTemplates } from '#platform/templates/templates.ts'
import { templatesPort } from '#platform/templates/templatesPort.ts'
import { makeServer } from '#platform/http/server.ts'
import { registerConsole } from '#platform/console/console.ts'
import { registerDocs } from '#platform/docs/docs.ts'
import { openAssets } from '#platform/pages/assets.ts'
import { version } from '#platform/openapi/version.ts'
import { loopbackPort } from '#platform/net/loopbackPort.ts'
import { sandboxProvider } from '#platform/pay/sandbox/sandboxProvider.ts'
import { textRecordsPort } from '#platform/net/textRecordsPort.ts'
import { openGuard } from '#platform/net/guard.ts'
import { openHostResolver } from '#platform/net/hostResolver.ts'
import { openOutboundPort, outboundPort } from '#platform/net/outboundPort.ts'
import { openPayProviders } from '#platform/pay/payProviders.ts'
import { payProviderPort } from '#platform/pay/payProviderPort.ts'
import { openStripe } from '#platform/pay/stripe/stripeProvider.ts'
import { openTallies } from '#platform/tally/tallies.ts'
import { openBuckets } from '#platform/limits/buckets.ts'
import { watchLanes } from '#platform/observe/laneGauges.ts'
import { serverHealthPort } from '#platform/observe/serverHealthPort.ts'
import { finished, observe, openObservation, type Observation } from '#platform/observe/observation.ts'
import { watchLive } from '#platform/video/live/liveEngine.ts'
import type { AppOptions } from './appOptions.ts'
import { assetsDir, consoleDir, openApiFile } from './config.ts'
import { openBackstage } from './backstage.ts'
import { frontPage } from './frontPage.ts'
import { audienceCtx, findOnlyAccount, foundAccount, foundFirst, operatorCtx, type FoundedAccount } from './founding.ts'
import { openServerHealth } from './serverHealth.ts'
import { housekeeping } from './housekeeping.ts'
import { openInboundMail, type InboundMailListener } from './inboundMail.ts'
import { openLiveVideo, type LiveVideo } from './liveVideo.ts'
import type { NewAccount } from '#products/account/account.ts'
import { exposeKey } from '#products/account/key.ts'
import { products as allProducts } from '#products/index.ts'

/** The running platform, not yet listening. */
export type App = {
  server: FastifyInstance
  kernel: Kernel
  pools: Pools
  keyring: Keyring
  products: readonly Product[]
  observation: Observation
  live: LiveVideo
  inbound: InboundMailListener
  /** Creates an account with its test account and a secret key for each; no later call returns the secrets. */
  foundAccount(draft: NewAccount): Promise<FoundedAccount>
  /** Creates the first account as `foundAccount` does; undefined where an account exists. */
  foundFirst(draft: NewAccount): Promise<FoundedAccount | undefined>
  /** The only live account; undefined while there is none, or several. */
  onlyAccount(): Promise<Account | undefined>
  /** Context of a call by the operator: command line and start-up. */
  operatorCtx(account: Account, name: string): Ctx
  /** Runs pending facts and due tasks until none is left: for tests. */
  settle(): Promise<void>
  /** `isDefect`: the process ends because of a defect, which one of its jobs may have caused. */
  stop(how?: StopHow): Promise<void>
}

/**
 * Joins the parts of the platform and the products to an app. Throws for a port with no provider or with two, and for a
 * keyless operation whose input has no id.
 */
export async function makeApp(options: AppOptions): Promise<App> {
  const { log, now } = options
  const products = options.products ?? allProducts
  for (const each of products) checkKeyless(each)
  const pools = options.pools ?? openPools({ ...options, sizeMax: options.poolSizeMax })
  const keyring = openKeyring({ pools, pepper: options.subkey('keys.pepper'), log, now })
  const tallies = openTallies(
    pools,
    products.flatMap((product) => product.tallies),
    log,
  )
  const { outboundAllowPrivate: allowPrivate = false, outboundResolve } = options
  const accounts = { find: keyring.findAccount }
  const names = openHostResolver({
    ...(options.nameServers === undefined ? {} : { servers: options.nameServers }),
    partyOf: (share) => findParty(accounts, Number(share)),
  })
  const guard = openGuard({ allowPrivate, local: names.local, resolve: outboundResolve ?? names.resolve })
  const ofProducts = products.flatMap(({ ports }) => ports)
  const productPorts = openCallPorts(ofProducts)
  const backstage = openBackstage(options, pools, guard)
  const viewerTokens = openViewerTokens(options.subkey('viewer.tokens'), now)
  const live = await openLiveVideo(options, pools, {
    findAccount: keyring.findAccount,
    open: (account, name) => operatorCtx(kernel, account, name),
    openOffline: (name) => operatorCtx(kernel, platformAccount, name),
    openAudience: (account, address) => audienceCtx(kernel, account, address),
    clientOf: (headers, ip) => clientOf({ headers, ip }, { kernel, countryHeader: options.countryHeader }),
    guard,
    onFacts: () => machinery.hint(),
    productPorts,
  })
  const inbound = openInboundMail(options, {
    hash: keyring.hash,
    findAccount: keyring.findAccount,
    open: (account, name) => operatorCtx(kernel, account, name),
    onFacts: () => machinery.hint(),
    productPorts,
    log,
  })
  const images = openImages(live.files, log)
  const templates = options.templates ?? openTemplates()
  const mail = openOutgoingMail({ pools, now, sealing: options.sealer, smtp: options.smtp, guard })
  const kernel: Kernel = {
    pools,
    now,
    log,
    effects: openEffects(),
    memory: openProcessMemory(),
    tallies,
    resources: new Map(products.flatMap(({ resources }) => resources.map((each) => [each.prefix, each] as const))),
    lane: openReadLane(pools),
    cursors: openCursors(options.subkey('cursors')),
    accounts,
    settings: { publicUrl: options.publicUrl, of: options.settings.of },
    ports: openCallPorts([
      ...ofProducts,
      provide(deliveriesPort, backstage.ports.deliveries),
      provide(deadJobsPort, backstage.ports.deadJobs),
      provide(factSignalsPort, backstage.ports.factSignals),
      provide(sealingPort, options.sealer),
      provide(cataloguePort, catalogueOf(products)),
      provide(keyHashPort, keyring.hash),
      provide(outboundPort, openOutboundPort(guard)),
      provide(mailPort, mail.mailer),
      provide(textRecordsPort, {
        read: (name, accountId) => names.texts(name, String(accountId)),
        alias: (name, accountId) => names.alias(name, String(accountId)),
        receivesMail: (domain, accountId) => names.receivesMail(domain, String(accountId)),
      }),
      provide(transportPort, mail.transports),
      provide(payProviderPort, openPayProviders({ sandbox: sandboxProvider, stripe: openStripe(guard) })),
      provide(templatesPort, templates),
      provide(mailboxPort, openMailboxes(guard)),
      provide(liveVideoPort, live.engine),
      provide(videoWorkPort, live.work),
      provide(servedViewersPort, live.servedViewers),
      provide(imageStorePort, images.store),
      provide(incomingFilesPort, openIncomingFiles({ files: live.files, guard, folder: options.live.workFolder })),
      provide(inputCheckPort, openInputCheck()),
      provide(loopbackPort, {
        post: async (path, headers, payload) => {
          const { host } = new URL(options.publicUrl)
          const own = { ...headers, host, 'content-type': 'application/json' }
          return (await server.inject({ method: 'POST', url: path, headers: own, payload })).statusCode
        },
      }),
      provide(viewerTokensPort, viewerTokens),
      provide(serverHealthPort, openServerHealth(pools, options.health)),
    ]),
  }
  const machinery = backstage.open({
    kernel,
    products,
    schedules: housekeeping(products),
    endpoints: productPorts.get(webhookEndpointsPort)(kernel),
  })
  const sessions = openSessionCredentials({
    kernel,
    keyring,
    sessions: productPorts.get(sessionsPort)(kernel),
    ownOrigin: new URL(options.publicUrl).origin,
  })
  const observation = openObservation({ ...options, version, pools, ops: backstage.ops, products })
  watchLanes(observation.metrics, { reads: kernel.lane, tallies, machinery })
  watchLive(observation.metrics, live.engine)
  const server = openServer(options, { kernel, keyring, sessions, machinery, observation, products })
  live.register(server)
  images.register(server)
  // Background work starts after the server listens: pending requests go first.
  if (options.isWorking) server.addHook('onListen', async () => machinery.start())
  return {
    server,
    kernel,
    pools,
    keyring,
    products,
    observation,
    live,
    inbound,
    onlyAccount: () => findOnlyAccount(kernel),
    operatorCtx: (account, name) => operatorCtx(kernel, account, name),
    foundAccount: (draft) => foundAccount(kernel, keyring, draft),
    foundFirst: (draft) => foundFirst(kernel, keyring, draft),
    settle: machinery.settle,
    async stop(how) {
      observation.health.startStopping()
      // The machinery stops first: jobs that the end of live video aborts are released, and do not count as failed.
      const working = machinery.stop(how)
      await Promise.all([live.stop(), inbound.stop()])
      await working
      await server.close().then(kernel.effects.idle)
      kernel.memory[Symbol.dispose]()
      await live.files.close()
      await backstage.close()
      await guard.close()
      await mail.close()
      await templates.close()
      await tallies.stop()
      await observation.requestLog.stop()
      await sessions.stop()
      await keyring.stop()
      await pools.close()
    },
  }
}

type ServerParts = Pick<App, 'kernel' | 'keyring' | 'observation' | 'products'> & {
  machinery: Machinery
  sessions: SessionCredentials
}

function openServer(options: AppOptions, parts: ServerParts): FastifyInstance {
  const { kernel, keyring, sessions, machinery, observation, products } = parts
  const { log, publicUrl } = options
  const ownOrigin = new URL(publicUrl).origin
  const onExposed = ({ account, actor }: Credential, where: string) => {
    exposeKey(operatorCtx(kernel, account, 'keys'), actor.id, where).catch((error: Error) =>
      log.error('the fact of an exposed key could not be written', { error: error.message }),
    )
  }
  const streams = openEventStreams()
  keyring.onEvict(() => streams.recheck())
  const assets = openAssets(assetsDir)
  const server = makeServer({
    operations: products.flatMap((product) => product.operations),
    pages: [frontPage, ...products.flatMap((product) => product.pages)],
    hooks: products.flatMap((product) => product.hooks),
    uploads: products.flatMap((product) => product.uploads),
    assets,
    mount: {
      kernel,
      sealer: options.sealer,
      streams,
      memory: openMemoryShares(),
      isChecking: options.isChecking,
      countryHeader: options.countryHeader,
      onWritten: machinery.hint,
      sessions,
      gate: {
        credentials: [keyCredentials({ keyring, ownOrigin, onExposed }), sessions],
        buckets: openBuckets(() => performance.now()),
        rates: options.rates,
        ownOrigin,
      },
    },
    log,
    trustProxy: options.trustProxy,
    onFinished: (request, reply) => finished(observation, request, reply),
  })
  observe(server, observation)
  registerDocs(server, { products, openApiFile, publicUrl })
  const pageStyle = async () => (await assets.of(undefined)).style
  registerConsole(server, { products, folder: consoleDir, publicUrl, pageStyle })
  return server
}
