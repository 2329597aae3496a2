import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { keyHashPort } from '#platform/auth/keyHashPort.ts'
import { isSameSecret } from '#platform/webhooks/verifySignature.ts'

/** Proof that its holder started a payment: a keyed hash of the id, which the browser of the payer keeps. */
export function proofOf(ctx: Ctx, paymentId: string): string {
  return ctx.port(keyHashPort)(`payment proof ${paymentId}`).toString('base64url')
}

/** Throws not_found without the proof of a payment, so that ids alone show nothing. */
export function checkProof(ctx: Ctx, paymentId: string, proof: string): void {
  if (!isSameSecret(proof, proofOf(ctx, paymentId))) throw problem(reasons.notFound)
}

/** Address of the page that the payer returns to. */
export function returnUrlOf(ctx: Ctx, paymentId: string): string {
  return `${ctx.settings.publicUrl}/pay/return/${paymentId}?proof=${proofOf(ctx, paymentId)}`
}

/** Address of the receipt of a payment. */
export function receiptUrlOf(ctx: Ctx, paymentId: string): string {
  return `${ctx.settings.publicUrl}/pay/receipt/${paymentId}?proof=${proofOf(ctx, paymentId)}`
}
