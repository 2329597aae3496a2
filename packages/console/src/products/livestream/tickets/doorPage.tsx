import { Anchor, Text, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useAccount } from '#console/app/session.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { useCard } from '#console/parts/cards.ts'
import { DoorFrame, useDoorSound } from '#console/parts/door/doorFrame.tsx'
import { useOwnDocument } from '#console/parts/door/doorDocument.ts'
import type { OutputOf } from '#console/app/client.ts'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { DoorAnswer } from './doorResult.tsx'
import { useAdmissions } from './admissions.ts'

const countEveryMs = 10_000

/** The door of an event: codes are scanned by camera, by a scanner or by hand, and each ticket is admitted once. */
export function Page() {
  const { id: accountId } = useAccount()
  const search: Record<string, string> = useSearch({ strict: false })
  const eventId = search['event'] ?? ''
  const isOwn = useOwnDocument()
  if (!isOwn) return null
  if (eventId === '') {
    return (
      <div>
        <Title order={1}>{t('door.title')}</Title>
        <Anchor href={`/console/${accountId}/livestream/ticketingEvent`}>{t('door.choose')}</Anchor>
      </div>
    )
  }
  return <Door eventId={eventId} />
}

function Door({ eventId }: { eventId: string }) {
  const { id: accountId } = useAccount()
  const sound = useDoorSound()
  const { result, admit, takeBack } = useAdmissions(eventId, sound.isOn)
  return (
    <DoorFrame
      title={useCard(eventId)?.title ?? t('door.title')}
      note={<Count eventId={eventId} />}
      leaveTo={`/console/${accountId}/livestream/ticketingEvent/${eventId}`}
      label={t('ticket.code')}
      button={t('door.admit')}
      sound={sound}
      onCode={admit}
    >
      <DoorAnswer result={result} takeBack={takeBack} />
    </DoorFrame>
  )
}

/** Tickets that all devices of the door admitted today. */
function Count({ eventId }: { eventId: string }) {
  const since = new Date(new Date().setHours(0, 0, 0, 0)).toISOString()
  const input = { ticketingEventId: eventId, since }
  const { data } = useRead<OutputOf<'livestream.ticketingEvent.admissions'>>(
    'livestream.ticketingEvent.admissions',
    input,
    { everyMs: countEveryMs },
  )
  if (data === undefined) return null
  return (
    <Text size="sm" className="door-count">
      {t('door.count', { count: numberText(data.admittedCount), total: numberText(data.validCount) })}
    </Text>
  )
}
