import { Button, Group, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { NumberField } from '#console/parts/form/numberField.tsx'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { useStale } from '#console/parts/recordQueries.ts'
import { t } from '#console/texts/texts.ts'

const reasonMax = 200
const pointsMax = 1_000

/** Points that a person gives to a contact, with a reason. */
export function PointsForm({ contactId }: { contactId: string }) {
  const { client } = useAccount()
  const stale = useStale()
  const [points, setPoints] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isReady = points !== null && points !== 0 && reason.trim() !== ''
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady || isBusy) return
    setBusy(true)
    try {
      await client.call('marketing.leadScore.update', { contactId, delta: points, reason: reason.trim() })
      setPoints(null)
      setReason('')
      notify(t('score.given'))
      await Promise.all([stale('marketing.leadScore'), stale('marketing.contact')])
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Group gap="xs" align="end" className="score-form">
        <NumberField
          label={t('score.points')}
          value={points}
          onChange={setPoints}
          min={-pointsMax}
          max={pointsMax}
          w="7rem"
          allowDecimal
        />
        <TextInput
          label={t('score.reason')}
          value={reason}
          maxLength={reasonMax}
          onChange={(event) => setReason(event.currentTarget.value)}
          className="score-reason"
        />
        <Button type="submit" variant="default" data-busy={isBusy || undefined} disabled={!isReady}>
          {t('score.give')}
        </Button>
      </Group>
    </form>
  )
}
