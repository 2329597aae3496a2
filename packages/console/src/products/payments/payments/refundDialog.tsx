import { FairgroundError } from '@fairground/sdk'
import { Alert, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useRef, useState, type FormEvent } from 'react'
import { sentenceOf } from '#console/app/failures.ts'
import { useAccount } from '#console/app/session.tsx'
import { Dialog } from '#console/parts/dialog.tsx'
import { newKey } from '#console/parts/form/formKeys.ts'
import { NumberField } from '#console/parts/form/numberField.tsx'
import { notify } from '#console/parts/notices.tsx'
import { digitsOf } from '#console/texts/currencyDigits.ts'
import { moneyText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

type RefundProps = {
  payment: { id: string; currency: string }
  /** Amount that is still refundable, in minor units. */
  left: number
  close(): void
  done(): Promise<void>
}

const reasonMax = 200

/** A dialog that refunds all that is left of a payment, or a part of it. */
export function RefundDialog({ payment: { id, currency }, left, close, done }: RefundProps) {
  const { client } = useAccount()
  const [isPart, setPart] = useState(false)
  const [amount, setAmount] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // A refund whose response was lost is sent again under its reference, so the money goes back once.
  const reference = useRef(`console-${newKey()}`)
  const scale = 10 ** digitsOf(currency)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = isPart && (amount === null || amount <= 0 || amount > left)
    setProblem(wrong ? t('payments.refund.range', { left: moneyText(left, currency) }) : undefined)
    if (wrong || isBusy) return
    setBusy(true)
    try {
      const sum = isPart && amount !== null ? amount : left
      await client.call('payments.paymentLink.refundPayment', {
        paymentId: id,
        amount: sum,
        clientReference: reference.current,
        ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
      })
      notify(t('payments.refund.done', { amount: moneyText(sum, currency) }))
      await done()
      close()
    } catch (error) {
      const { refundable } = Object(error instanceof FairgroundError ? error.details : undefined)
      setProblem(
        typeof refundable === 'number'
          ? t('payments.refund.range', { left: moneyText(refundable, currency) })
          : sentenceOf(error),
      )
      // A refusal frees the reference; what was not answered keeps it.
      if (error instanceof FairgroundError && error.status >= 400 && error.status < 500) {
        reference.current = `console-${newKey()}`
        await done()
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={close} title={t('payments.refund')}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <Text size="sm">{t('payments.refund.left', { left: moneyText(left, currency) })}</Text>
          <SegmentedControl
            aria-label={t('payments.refund.extent')}
            value={isPart ? 'part' : 'all'}
            onChange={(next) => setPart(next === 'part')}
            data={[
              { value: 'all', label: t('payments.refund.all') },
              { value: 'part', label: t('payments.refund.part') },
            ]}
          />
          {isPart ? (
            <NumberField
              label={t('form.amount')}
              suffix={` ${currency}`}
              decimalScale={digitsOf(currency)}
              min={0}
              clampBehavior="none"
              value={amount === null ? null : amount / scale}
              onChange={(next) => setAmount(next === null ? null : Math.round(next * scale))}
              data-autofocus
            />
          ) : null}
          <TextInput
            label={t('payments.refund.reason')}
            maxLength={reasonMax}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Text size="xs" c="dimmed">
            {t('payments.refund.effect')}
          </Text>
          {problem === undefined ? null : (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('form.cancel')}
            </Button>
            <Button type="submit" data-busy={isBusy || undefined}>
              {t('payments.refund.button', {
                amount: moneyText(isPart ? (amount ?? 0) : left, currency),
              })}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
