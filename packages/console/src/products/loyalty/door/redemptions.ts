import { FairgroundError } from '@fairground/sdk'
import { useRef, useState } from 'react'
import { isOffline, sentenceOf } from '#console/app/failures.ts'
import { useAccount } from '#console/app/session.tsx'
import type { OutputOf } from '#console/app/client.ts'
import { newKey } from '#console/parts/form/formKeys.ts'
import { signalResult, type Tone } from '#console/parts/door/doorSignal.ts'
import { useStale } from '#console/parts/recordQueries.ts'
import { offerReasonText } from '#console/products/loyalty/offerReasons.ts'
import { t } from '#console/texts/texts.ts'
import { couponEffectText } from './couponEffect.ts'
import type { Price } from './orderPrice.tsx'

type Use = OutputOf<'loyalty.redemption.create'>

/** Result of a code. unknown: no coupon has it. failed: it was not checked. `effect`: the discount of its coupon. */
export type CouponResult = { number: number; code: string } & (
  | { status: 'checking' | 'unknown' }
  | { status: 'redeemed'; use: Use; name: string; effect: string | undefined; price: Price }
  | { status: 'refused' | 'failed'; sentence: string }
)

const tones: Readonly<Record<CouponResult['status'], Tone | undefined>> = {
  checking: undefined,
  redeemed: 'good',
  refused: 'bad',
  unknown: 'bad',
  failed: 'wait',
}

/** Redemptions at a counter, one after the other, and the result of the last. */
export function useRedemptions(price: Price, hasSound: boolean) {
  const { client } = useAccount()
  const stale = useStale()
  const [result, setResult] = useState<CouponResult>()
  const number = useRef(0)
  const last = useRef(Promise.resolve(true))
  // A code whose response was lost is sent again under its reference, so it is not used twice.
  const unanswered = useRef(new Map<string, string>())
  const latest = useRef(price)
  latest.current = price
  const outcomeOf = async (code: string): Promise<CouponResult> => {
    const base = { number: ++number.current, code }
    const { amount, currency } = latest.current
    const clientReference = unanswered.current.get(code) ?? `counter-${newKey()}`
    unanswered.current.set(code, clientReference)
    const order = amount === null ? {} : { order: { subtotal: amount, currency } }
    try {
      const use = await client.call('loyalty.redemption.create', { code, clientReference, ...order })
      unanswered.current.delete(code)
      const used = client.call('loyalty.coupon.get', { couponId: use.couponId })
      const { name, discount } = await used.catch(() => ({ name: code, discount: null }))
      return { ...base, status: 'redeemed', use, name, effect: couponEffectText(discount), price: { amount, currency } }
    } catch (error) {
      const isRefused = error instanceof FairgroundError && error.status >= 400 && error.status < 500
      if (!isRefused)
        return { ...base, status: 'failed', sentence: isOffline(error) ? t('shell.offline') : sentenceOf(error) }
      unanswered.current.delete(code)
      return error.status === 404
        ? { ...base, status: 'unknown' }
        : { ...base, status: 'refused', sentence: offerReasonText(error.reason) ?? sentenceOf(error) }
    }
  }
  const use = async (code: string) => {
    setResult({ number: ++number.current, code, status: 'checking' })
    const next = await outcomeOf(code)
    setResult(next)
    signalResult(tones[next.status], hasSound)
    void stale('loyalty.coupon')
    return next.status !== 'failed'
  }
  const redeem = (text: string): Promise<boolean> => {
    const code = codeOfScan(text)
    if (code === '') return Promise.resolve(true)
    // A scan during a slow call waits for it.
    last.current = last.current.then(() => use(code))
    return last.current
  }
  const takeBack = async (redemptionId: string) => {
    try {
      await client.call('loyalty.redemption.rollback', { redemptionId })
      setResult(undefined)
    } catch (error) {
      setResult({ number: ++number.current, code: '', status: 'failed', sentence: sentenceOf(error) })
    }
  }
  return { result, redeem, takeBack: (redemptionId: string) => void takeBack(redemptionId) }
}

/** The code in a scanned text: a code itself, or an address with it. */
function codeOfScan(text: string): string {
  const trimmed = text.trim()
  const { searchParams } = (/^https?:/i.test(trimmed) ? URL.parse(trimmed) : null) ?? {}
  return searchParams?.get('coupon') ?? searchParams?.get('code') ?? trimmed
}
