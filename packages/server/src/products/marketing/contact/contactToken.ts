import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { matching } from '#kit/values/fields.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { isProofOf, proofOf, proofPattern } from '#platform/secrets/proof.ts'

/** Uses of a proof: to confirm an address, or to choose mails. */
export type ProofUse = 'confirm' | 'preferences'

/** Parts of a contact that a proof covers: another address ends it. */
type Proved = { id: string; email: string | null }

/** Input of a proof. */
export const proofInput = matching(proofPattern, 24, {
  description: 'Proof in the link of a mail.',
  examples: ['AAAAAAAAAAAAAAAAAAAAAAAA'],
})

/** Throws not_found for a missing contact or a forged proof. */
export function checkProof(ctx: Ctx, { use, proof }: { use: ProofUse; proof: string }, contact: Proved | undefined) {
  const text = textOf(use, contact ?? { id: '', email: null })
  if (!isProofOf(ctx.port(keyHashPort), text, proof) || contact === undefined) throw problem(reasons.notFound)
}

/** Address of the page where a contact confirms that it wants mail. */
export function confirmUrl(ctx: Ctx, contact: Proved): string {
  return `${ctx.settings.publicUrl}/confirm/${contact.id}/${proofFor(ctx, 'confirm', contact)}`
}

/** Address of the page where a contact chooses its mails. */
export function preferencesUrl(ctx: Ctx, contact: Proved): string {
  return `${ctx.settings.publicUrl}/preferences/${contact.id}/${proofFor(ctx, 'preferences', contact)}`
}

function proofFor(ctx: Ctx, use: ProofUse, contact: Proved): string {
  return proofOf(ctx.port(keyHashPort), textOf(use, contact))
}

function textOf(use: ProofUse, { id, email }: Proved): string {
  return `marketing.contact.${use} ${id} ${email ?? ''}`
}
