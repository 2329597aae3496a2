import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { LRUCache } from 'lru-cache'
import { limits } from '#kit/call/limits.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { hook, type HookCall } from '#kit/nouns/hook.ts'
import { closed } from '#kit/nouns/standard.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { idOf, line } from '#kit/values/fields.ts'
import { listAt, readJson, textAt, type Json } from '#platform/net/foreignJson.ts'
import { outboundPort } from '#platform/net/outboundPort.ts'
import { OutboundFailed, OutboundRefused } from '#platform/net/outboundRefused.ts'
import type { ReportProvider } from '#platform/mail/reports/providerReport.ts'
import { readReports } from '#platform/mail/reports/providerReaders.ts'
import { isProvenReport, replayKeyOf } from '#platform/mail/reports/reportProof.ts'
import { isSignedBySns, readSns } from '#platform/mail/reports/snsProof.ts'
import { integration } from '#products/marketing/integration/integration.ts'
import type { Integration } from '#products/marketing/integration/integrationFields.ts'
import { hookSecrets, openSecrets } from '#products/marketing/integration/integrationSecrets.ts'
import { reportingProvider } from '#products/marketing/integration/reportingProvider.ts'
import { keepReports } from './reportRows.ts'

/** Answers a provider that wants to know whether it may report here, by a request to an address of it. */
export const confirmReports = outboundTask(
  'marketing.report.confirm',
  'Confirms to a provider that its reports are welcome.',
  Type.Object({ url: Type.String({ maxLength: 2_048 }) }),
  async (ctx, { url }) => {
    await ctx.port(outboundPort).text(url, { accountId: ctx.account.id, bytesMax: 65_536 })
  },
)

/** Hook that receives reports of mail providers. */
export const hooks = [
  hook('marketing.report.receive', {
    route: 'POST /hooks/marketing/report/{integrationId}',
    description: 'Receives bounces, complaints and deliveries from the provider of an integration.',
    input: closed({
      integrationId: idOf('int'),
      token: Type.Optional(
        line(200, { description: 'Signing secret of the integration, for providers without a signature.' }),
      ),
    }),
    bodyBytesMax: limits.batchBodyBytesMax,
    emits: [],
    async handle(ctx, { integrationId, token }, call) {
      const record = await ctx.store.find(integration, integrationId)
      const provider = record === undefined ? undefined : reportingProvider(record)
      // Bounces and complaints of mails that left before count, also where the integration is disabled by now.
      if (record === undefined || provider === undefined) throw problem(reasons.notFound)
      const json = readJson(Buffer.from(call.body).toString('utf8'))
      const proven = { record, provider, json }
      const handshake = provider === 'ses' ? await proveSns(ctx, proven) : proveCall(ctx, proven, { call, token })
      await ctx.atomic(async (inner) => {
        if (handshake !== undefined) inner.effect(confirmReports, { url: handshake })
        const reports = readReports(provider, json)
        // A signature that covers no event may count once: its token stands for the events of the call.
        const replayKey = replayKeyOf(provider, json)
        const counted = replayKey === undefined ? reports : reports.map((each) => ({ ...each, eventId: replayKey }))
        await keepReports(inner, { source: record.id, reports: counted })
      })
    },
  }),
]

type Proven = { record: Integration; provider: ReportProvider; json: Json }
type Sent = { call: HookCall; token: string | undefined }

/** Throws signature_invalid. Returns the address of a handshake. */
function proveCall(ctx: Ctx, { record, provider, json }: Proven, { call, token }: Sent): string | undefined {
  const isSigned = provider === 'sendgrid' || provider === 'mailgun'
  const known = isSigned ? [openSecrets(ctx, record).signingKey ?? ''] : hookSecrets(ctx, record)
  const now = ctx.now()
  const isProven =
    provider !== 'ses' && known.some((secret) => isProvenReport(provider, { ...call, json, token }, { secret, now }))
  if (!isProven) throw problem(reasons.signatureInvalid)
  return provider === 'azure' ? azureHandshake(json) : undefined
}

const azureHost = /^[a-z0-9-]{1,60}(\.[a-z0-9-]{1,60})?\.eventgrid\.azure\.net$/

function azureHandshake(json: Json): string | undefined {
  const event = listAt(json).find(
    (each) => textAt(each, 'eventType') === 'Microsoft.EventGrid.SubscriptionValidationEvent',
  )
  const url = URL.parse(textAt(event, 'data', 'validationUrl') ?? '')
  return url !== null && url.protocol === 'https:' && azureHost.test(url.hostname) ? url.href : undefined
}

const certificateBytesMax = 20_000
const certificateMs = 24 * 3_600_000

/** Throws signature_invalid for another topic, certificate or signature. Returns the address of a handshake. */
async function proveSns(ctx: Ctx, { record, json }: Proven): Promise<string | undefined> {
  const message = readSns(json)
  if (message === undefined || message.topicArn !== record.config?.topicArn) throw problem(reasons.signatureInvalid)
  const pem = await certificateOf(ctx, message.certificateUrl)
  if (!isSignedBySns(message, pem, ctx.now())) throw problem(reasons.signatureInvalid)
  return message.type === 'SubscriptionConfirmation' ? (message.subscribeUrl ?? undefined) : undefined
}

/** A certificate of Amazon. Throws unavailable where Amazon does not answer, so that it repeats the notification. */
async function certificateOf(ctx: Ctx, url: string): Promise<string> {
  const certificates = ctx.memory('marketing.snsCertificates', () => {
    return new LRUCache<string, string>({ max: 50, ttl: certificateMs })
  })
  const known = certificates.get(url)
  if (known !== undefined) return known
  const unavailable = () => problem(reasons.unavailable, { retryAfterSeconds: 60 })
  const bounds = { accountId: ctx.account.id, bytesMax: certificateBytesMax }
  const { status, text } = await ctx
    .port(outboundPort)
    .text(url, bounds)
    .catch((error: unknown) => {
      throw error instanceof OutboundFailed || error instanceof OutboundRefused ? unavailable() : error
    })
  if (status >= 500 || status === 429) throw unavailable()
  if (status !== 200) throw problem(reasons.signatureInvalid)
  certificates.set(url, text)
  return text
}
