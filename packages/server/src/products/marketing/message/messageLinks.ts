import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { line, matching } from '#kit/values/fields.ts'
import { encodeId } from '#kit/values/ids.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { isProofOf, proofOf, proofPattern } from '#platform/secrets/proof.ts'

/** Uses of the link of a message. */
export type LinkUse = 'unsubscribe' | 'view' | 'open' | 'click' | 'trap'

const paths: Readonly<Record<LinkUse, string>> = { unsubscribe: 'u', view: 'v', open: 't/o', click: 't/c', trap: 't/h' }

/** Input of the proof of a link. */
export const linkProof = matching(proofPattern, 24, {
  description: 'Proof of the link.',
  examples: ['AAAAAAAAAAAAAAAAAAAAAAAA'],
})

/** Public id of a message from its row id. */
export function messageId(ctx: Ctx, uuid: string): string {
  return encodeId('msg', ctx.account.id, uuid)
}

/** Longest address of a link that counts clicks. */
const targetLengthMax = 4_000

/** Input of the address of a click, which the proof covers. */
export const clickTarget = line(targetLengthMax, { description: 'The address, which the proof covers.' })

/** Whether a link may count clicks. Another one leads to its address itself. */
export function isCountable(target: string): boolean {
  return target.length <= targetLengthMax && !/\p{Cc}/u.test(target)
}

/** Paths by which a receiver leaves, changes consent or reads the mail: a click on them is no interest. */
const mailPaths = /^\/(?:u|v|t|confirm|preferences|subscribe)\//

/** Whether an address is a page of this server that serves the mail itself. Pages to pay or to watch are not. */
export function isMailPage(ctx: Ctx, target: string): boolean {
  const { publicUrl } = ctx.settings
  return target.startsWith(`${publicUrl}/`) && mailPaths.test(target.slice(publicUrl.length))
}

/** Property of events that names the campaign of a message; empty without one. */
export function campaignProperty(ctx: Ctx, campaignUuid: string | null): Record<string, string> {
  return campaignUuid === null ? {} : { campaignId: encodeId('cmp', ctx.account.id, campaignUuid) }
}

/** Address of a message for a use. A click carries its target, which the proof covers. */
export function messageUrl(ctx: Ctx, use: LinkUse, message: { uuid: string; target?: string }): string {
  const id = messageId(ctx, message.uuid)
  const proof = proofOf(ctx.port(keyHashPort), textOf(use, id, message.target))
  const target = message.target === undefined ? '' : `?to=${encodeURIComponent(message.target)}`
  return `${ctx.settings.publicUrl}/${paths[use]}/${id}/${proof}${target}`
}

/** Throws not_found for a forged link. */
export function checkLink(ctx: Ctx, use: LinkUse, link: { id: string; proof: string; target?: string }): void {
  if (!isProofOf(ctx.port(keyHashPort), textOf(use, link.id, link.target), link.proof)) throw problem(reasons.notFound)
}

function textOf(use: LinkUse, id: string, target: string | undefined): string {
  return `marketing.message.${use} ${id} ${target ?? ''}`
}
