import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { Log } from '#kit/call/context.ts'
import type { CallPorts } from '#platform/call/callPorts.ts'
import { inboundHostPort, type InboundHostParts } from '#platform/mail/inbound/inboundHostPort.ts'
import { openInboundServer, type InboundServer } from '#platform/mail/inbound/inboundServer.ts'
import { inboundSettings } from '#products/marketing/settings.ts'
import { errnoOf, StartProblem } from '#platform/startProblem.ts'
import type { AppOptions } from './appOptions.ts'

/** Mail that comes in by SMTP, where the settings open a port. */
export type InboundMailListener = {
  /** Listens; resolves with the port, undefined without one in the settings. Throws `port_busy`. */
  start(): Promise<number | undefined>
  stop(): Promise<void>
}

type Reach = InboundHostParts & { productPorts: Pick<CallPorts, 'get'>; log: Log }

/** Prepares the listener; the product that receives mail provides its addresses. */
export function openInboundMail({ settings, live }: AppOptions, reach: Reach): InboundMailListener {
  let server: InboundServer | undefined
  return {
    async start() {
      const {
        inboundSmtpPort: port,
        inboundMailDomain,
        inboundSmtpCertFile,
        inboundSmtpKeyFile,
      } = settings.of(inboundSettings)
      if (port === 'off') return undefined
      const files = [inboundSmtpCertFile, inboundSmtpKeyFile].filter((file) => file !== undefined)
      const [cert, key] = await Promise.all(files.map((file) => readFile(file, 'utf8')))
      server = await openInboundServer({
        host: live.host,
        port,
        name: inboundMailDomain ?? hostname(),
        tls: cert === undefined || key === undefined ? undefined : { cert, key },
        log: reach.log,
        recipients: reach.productPorts.get(inboundHostPort)(reach),
      }).catch((error: unknown) => {
        throw problemOf(port, error)
      })
      return server.port
    },
    stop: async () => server?.stop(),
  }
}

function problemOf(port: number, error: unknown): unknown {
  const causes: Record<string, string> = {
    EADDRINUSE: 'is in use by another program: stop that one, or set INBOUND_SMTP_PORT.',
    EACCES: 'may not be used by this user: set INBOUND_SMTP_PORT to 1024 or above, and lead port 25 to it.',
  }
  const cause = causes[errnoOf(error) ?? '']
  return cause === undefined ? error : new StartProblem('port_busy', `Port ${port} for inbound mail ${cause}`, error)
}
