import type { Ctx } from '#kit/call/context.ts'
import { boundGuesses } from './codeGuesses.ts'
import { codeOf } from './coupon.ts'
import { readUses, type CouponUse, type UseQuery } from './couponUses.ts'

/** Coupons of codes for a person, and the codes that no coupon of the account has. */
export type CodeUses = { uses: CouponUse[]; unknown: string[] }

/** Looks coupons up by their codes, each with the reason why the contact cannot use it now. Guesses are limited. */
export async function usesOfCodes(
  ctx: Ctx,
  codes: readonly string[],
  { contactId, isTyped, at }: Pick<UseQuery, 'contactId' | 'isTyped' | 'at'>,
): Promise<CodeUses> {
  const distinct = [...new Set(codes.map(codeOf))]
  if (distinct.length === 0) return { uses: [], unknown: [] }
  return boundGuesses(ctx, async () => {
    const uses = await readUses(ctx, {
      codes: distinct,
      contactId,
      ...(isTyped && { isTyped }),
      ...(at !== undefined && { at }),
    })
    const known = new Set(uses.map(({ coupon }) => coupon.code))
    return { uses, unknown: distinct.filter((code) => !known.has(code)) }
  })
}
