import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { calledUrl, line } from '#kit/values/fields.ts'
import { field, invalid, type FieldProblem } from '#kit/call/problem.ts'
import { closed } from '#kit/nouns/standard.ts'
import { newWebhookSecret } from '#platform/webhooks/sign.ts'
import { sealingPort } from '#platform/secrets/sealingPort.ts'
import type { Credentials } from './providers/provider.ts'
import { providerOf } from './providers/providers.ts'

/** Schema of credentials in a request; they replace the stored ones. */
export const sentCredentials = closed(
  {
    apiKey: line(500, { description: 'The key of the provider’s API; with Hi.Events the password.' }),
    baseUrl: Type.Optional(
      calledUrl('secret', { description: 'Address of the provider’s API, for one that you run yourself.' }),
    ),
    organizer: Type.Optional(
      line(254, { description: 'With pretix the organizer’s short name, with Hi.Events the address that signs in.' }),
    ),
    webhookSecret: Type.Optional(
      line(500, { description: 'Secret that the provider signs its calls with, where it does.' }),
    ),
  },
  { description: 'Credentials for the provider; they replace those that are kept.' },
)

/** Throws invalid with each credential that the provider needs and lacks, or cannot use. */
export function checkCredentials(provider: string, sent: Credentials | undefined): void {
  const of = providerOf(provider)
  if (of === undefined) {
    if (sent === undefined) return
    throw invalid(field('credentials', 'notAllowed', 'are for a provider: generic has none'))
  }
  if (sent === undefined) throw invalid(field('credentials', 'required', `are needed with ${of.title}`))
  const wrong: FieldProblem[] = of.needs
    .filter((name) => sent[name] === undefined)
    .map((name) => field(`credentials/${name}`, 'required', `is needed with ${of.title}`))
  // A key is sent in a header, so it must be printable ASCII; a password (Hi.Events) is sent in a body.
  if (!of.needs.includes('baseUrl') && !/^[\x21-\x7e]+$/.test(sent.apiKey)) {
    wrong.push(field('credentials/apiKey', 'pattern', 'must be letters, digits and signs without blanks'))
  }
  if (sent.webhookSecret !== undefined && of.isSigned === undefined) {
    wrong.push(field('credentials/webhookSecret', 'notAllowed', `${of.title} does not sign its calls`))
  }
  if (wrong.length > 0) throw invalid(...wrong)
}

/** Event at its provider, to which both secrets are bound. Neither value changes after the create. */
type Owner = { provider: string; externalEventId: string }

/** Sealed credentials for storage, bound to their event, in base64. */
export function sealCredentials(ctx: Ctx, of: Owner, credentials: Credentials): string {
  return seal(ctx, placeOf(ctx, 'credentials', of), JSON.stringify(credentials))
}

/** Credentials in clear, from their sealed form. Throws when they were sealed for another event. */
export function openCredentials(ctx: Ctx, of: Owner & { sealedCredentials: string | null }): Credentials {
  // cast: only `sealCredentials` seals JSON for this place.
  return JSON.parse(open(ctx, placeOf(ctx, 'credentials', of), of.sealedCredentials)) as Credentials
}

/** New secret of the event’s hook: signs calls of the owner's server, and is the token in a provider's address. */
export function makeHookSecret(provider: string): string {
  if (providerOf(provider) === undefined) return newWebhookSecret()
  return Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url')
}

/** Sealed hook secret for storage, bound to its event, in base64. */
export function sealHookSecret(ctx: Ctx, of: Owner, secret: string): string {
  return seal(ctx, placeOf(ctx, 'hook', of), secret)
}

/** Hook secret in clear, from its sealed form. Throws when it was sealed for another event. */
export function openHookSecret(ctx: Ctx, of: Owner & { sealedHookSecret: string | null }): string {
  return open(ctx, placeOf(ctx, 'hook', of), of.sealedHookSecret)
}

function placeOf(ctx: Ctx, what: string, { provider, externalEventId }: Owner): string {
  return `livestream.ticketingEvent ${what} ${ctx.account.id} ${provider} ${externalEventId}`
}

function seal(ctx: Ctx, place: string, plain: string): string {
  return Buffer.from(ctx.port(sealingPort).seal(plain, place)).toString('base64')
}

function open(ctx: Ctx, place: string, sealed: string | null): string {
  return ctx.port(sealingPort).open(Buffer.from(sealed ?? '', 'base64'), place)
}
