import { ActionIcon, Anchor, Button, Text, TextInput, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { Volume2, VolumeX, X } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { useCard } from '#console/parts/cards.ts'
import type { OutputOf } from '#console/app/client.ts'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { DoorAnswer } from './doorResult.tsx'
import { DoorCamera } from './doorCamera.tsx'
import { openSound } from './doorSignal.ts'
import { useAdmissions } from './admissions.ts'
import { useOwnDocument } from './doorDocument.ts'
import './doorPage.css'

const soundKey = 'fairground.door.sound'
const countEveryMs = 10_000
const longestCode = 128

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
  const [hasSound, setSound] = useState(() => localStorage.getItem(soundKey) === 'on')
  const input = useRef<HTMLInputElement>(null)
  const { result, admit, takeBack } = useAdmissions(eventId, hasSound)
  useScannerKeys(input)
  const turnSound = () => {
    localStorage.setItem(soundKey, hasSound ? 'off' : 'on')
    if (!hasSound) openSound()
    setSound(!hasSound)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void admit(input.current?.value ?? '')
    // The next scan replaces the code.
    input.current?.select()
  }
  const Speaker = hasSound ? Volume2 : VolumeX
  return (
    <section className="door-page" data-mantine-color-scheme="dark">
      <header className="door-head">
        <div className="door-names">
          <Title order={1} size="h4" className="door-title">
            {useCard(eventId)?.title ?? t('door.title')}
          </Title>
          <Count eventId={eventId} />
        </div>
        <ActionIcon
          size="lg"
          variant="filled"
          color="dark.6"
          aria-label={t('door.sound')}
          aria-pressed={hasSound}
          onClick={turnSound}
        >
          <Speaker size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          component="a"
          size="lg"
          variant="filled"
          color="dark.6"
          href={`/console/${accountId}/livestream/ticketingEvent/${eventId}`}
          aria-label={t('door.leave')}
        >
          <X size={18} aria-hidden />
        </ActionIcon>
      </header>
      <DoorCamera onCode={admit} />
      <div className="door-live" role="status" aria-live="assertive">
        <DoorAnswer result={result} takeBack={takeBack} />
      </div>
      <form className="door-form" onSubmit={submit}>
        <TextInput
          ref={input}
          className="door-input"
          aria-label={t('ticket.code')}
          placeholder={t('ticket.code')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={longestCode}
          size="md"
        />
        <Button type="submit" size="md">
          {t('door.admit')}
        </Button>
      </form>
    </section>
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

/** Keys of a scanner, which types its code, go into the input wherever the focus is. */
function useScannerKeys(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isTyped = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
      if (!isTyped || target === input.current || input.current === null) return
      input.current.focus()
      input.current.select()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
