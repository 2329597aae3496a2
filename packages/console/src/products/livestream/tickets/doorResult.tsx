import { Button } from '@mantine/core'
import { CircleCheck, CircleX, Clock, ScanLine, Undo2, WifiOff, type LucideIcon } from 'lucide-react'
import type { OutputOf } from '#console/app/client.ts'
import type { Tone } from '#console/parts/door/doorSignal.ts'
import { agoText, momentText } from '#console/texts/formats.ts'
import { t, type TextKey } from '#console/texts/texts.ts'

type Admission = OutputOf<'livestream.ticket.admit'>

/** Result of a scan. checking: there is none yet. unknown: a code of no ticket. failed: the code was not checked. */
export type DoorResult = { number: number; code: string } & (
  | { status: Admission['status']; ticket: Admission }
  | { status: 'unknown' | 'checking'; ticket: undefined }
  | { status: 'failed'; ticket: undefined; error: string }
)

type Look = { icon: LucideIcon; tone?: Tone; title: TextKey }

const looks: Readonly<Record<DoorResult['status'], Look>> = {
  checking: { icon: ScanLine, title: 'door.checking' },
  admitted: { icon: CircleCheck, tone: 'good', title: 'door.admitted' },
  repeated: { icon: CircleX, tone: 'bad', title: 'door.repeated' },
  notOpenYet: { icon: Clock, tone: 'wait', title: 'ticket.notOpenYet' },
  closed: { icon: CircleX, tone: 'bad', title: 'ticket.closed' },
  revoked: { icon: CircleX, tone: 'bad', title: 'ticket.revoked' },
  unknown: { icon: CircleX, tone: 'bad', title: 'door.unknown' },
  failed: { icon: WifiOff, tone: 'wait', title: 'door.failed' },
}

/** Signal of a result; undefined while there is none. */
export function toneOf({ status }: DoorResult): Tone | undefined {
  return looks[status].tone
}

type Props = { result: DoorResult | undefined; takeBack(ticketId: string): void }

/** The result of the last scan, large enough to be read at arm's length; a hint before the first. */
export function DoorAnswer({ result, takeBack }: Props) {
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
      {result.status === 'admitted' ? (
        <Button
          variant="white"
          color="dark"
          leftSection={<Undo2 size={16} aria-hidden />}
          onClick={() => takeBack(result.ticket.id)}
        >
          {t('door.takeBack')}
        </Button>
      ) : null}
    </div>
  )
}

function linesOf(result: DoorResult): string[] {
  if (result.status === 'failed') return [result.error, t('door.failed.text')]
  if (result.ticket === undefined) return [result.code]
  const { name, email, ticketTypeId, admittedAt, opensAt, closesAt } = result.ticket
  const time =
    result.status === 'repeated' && admittedAt !== null
      ? t('door.repeated.text', { at: momentText(admittedAt), ago: agoText(admittedAt) })
      : result.status === 'notOpenYet' && opensAt !== null
        ? t('ticket.notOpenYet.text', { at: momentText(opensAt) })
        : result.status === 'closed' && closesAt !== null
          ? t('ticket.closed.text', { at: momentText(closesAt) })
          : null
  const lines = [name ?? email ?? t('ticket.noName'), ticketTypeId, time]
  return lines.filter((line) => line !== null)
}
