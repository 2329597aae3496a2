import { Button } from '@mantine/core'
import { CircleCheck, CircleX, ScanLine, Undo2, WifiOff, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { DoorFrame, useDoorSound } from '#console/parts/door/doorFrame.tsx'
import { useOwnDocument } from '#console/parts/door/doorDocument.ts'
import type { Tone } from '#console/parts/door/doorSignal.ts'
import { moneyText, numberText } from '#console/texts/formats.ts'
import { t, type TextKey } from '#console/texts/texts.ts'
import { OrderPrice, type Price } from './orderPrice.tsx'
import { useRedemptions, type CouponResult } from './redemptions.ts'

/** A counter that redeems coupons: codes are scanned by camera, by a scanner or by hand, and each is used at once. */
export function Page() {
  return useOwnDocument() ? <Counter /> : null
}

function Counter() {
  const { id: accountId } = useAccount()
  const sound = useDoorSound()
  const [price, setPrice] = useState<Price>({ amount: null, currency: 'EUR' })
  const { result, redeem, takeBack } = useRedemptions(price, sound.isOn)
  return (
    <DoorFrame
      title={t('loyalty.door')}
      leaveTo={`/console/${accountId}/loyalty/coupon`}
      label={t('loyalty.code')}
      button={t('loyalty.door.redeem')}
      fields={(toCode) => <OrderPrice price={price} change={setPrice} toCode={toCode} />}
      sound={sound}
      onCode={redeem}
    >
      <Answer result={result} takeBack={takeBack} />
    </DoorFrame>
  )
}

type Look = { icon: LucideIcon; tone?: Tone; title: TextKey }

const looks: Readonly<Record<CouponResult['status'], Look>> = {
  checking: { icon: ScanLine, title: 'door.checking' },
  redeemed: { icon: CircleCheck, tone: 'good', title: 'loyalty.door.redeemed' },
  refused: { icon: CircleX, tone: 'bad', title: 'loyalty.door.refused' },
  unknown: { icon: CircleX, tone: 'bad', title: 'loyalty.door.unknown' },
  failed: { icon: WifiOff, tone: 'wait', title: 'door.failed' },
}

type AnswerProps = { result: CouponResult | undefined; takeBack(redemptionId: string): void }

/** The result of the last code, large enough to be read at arm's length; a hint before the first. */
function Answer({ result, takeBack }: AnswerProps) {
  if (result === undefined) {
    return (
      <div className="door-answer">
        <ScanLine className="door-sign" strokeWidth={1.2} aria-hidden />
        <p className="door-line">{t('door.hint')}</p>
      </div>
    )
  }
  const { icon: Icon, tone, title } = looks[result.status]
  return (
    <div className="door-answer" data-tone={tone} key={result.number}>
      <Icon className="door-sign" strokeWidth={1.6} aria-hidden />
      <p className="door-verdict">{t(title)}</p>
      {linesOf(result).map((line) => (
        <p className="door-line" key={line}>
          {line}
        </p>
      ))}
      {result.status === 'redeemed' ? (
        <Button
          variant="white"
          color="dark"
          leftSection={<Undo2 size={16} aria-hidden />}
          onClick={() => takeBack(result.use.id)}
        >
          {t('door.takeBack')}
        </Button>
      ) : null}
    </div>
  )
}

function linesOf(result: CouponResult): string[] {
  if (result.status === 'failed') return [result.sentence, t('door.failed.text')]
  if (result.status === 'refused') return [result.code, result.sentence]
  if (result.status !== 'redeemed') return [result.code]
  const { name, effect, use, price } = result
  const { discount, tokens } = use
  const off =
    discount === null
      ? (effect ?? [])
      : [t('loyalty.door.off', { amount: moneyText(discount.amount, discount.currency) })]
  const left =
    discount === null || price.amount === null
      ? []
      : [t('loyalty.door.toPay', { amount: moneyText(price.amount - discount.amount, discount.currency) })]
  const given =
    tokens === null ? [] : [t('loyalty.door.tokens', { count: numberText(tokens.amount), token: tokens.token })]
  return [name, off, left, given].flat()
}
