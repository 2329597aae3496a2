import { Button, Group } from '@mantine/core'
import { Ban, CircleStop, Power, Radio, Scissors } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import { confirmed } from '#console/parts/confirmation.ts'
import { operationOf, useDescription } from '#console/parts/description.ts'
import type { ApiRecord } from '#console/parts/descriptor.ts'
import { OperationDialog } from '#console/parts/form/operationDialog.tsx'
import { catchFocus } from '#console/parts/lostFocus.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { usePageActions } from '#console/parts/pageActions.ts'
import { useStale } from '#console/parts/recordQueries.ts'
import { t, type TextKey } from '#console/texts/texts.ts'

/** One command of the control room, and the states in which it is possible. */
type Command = { action: string; title: TextKey; icon: typeof Radio; from: readonly string[]; question?: TextKey }

const commands: readonly Command[] = [
  { action: 'goLive', title: 'stream.goLive', icon: Radio, from: ['preview'] },
  {
    action: 'end',
    title: 'stream.end',
    icon: CircleStop,
    from: ['connecting', 'preview', 'live', 'reconnecting'],
    question: 'stream.end.question',
  },
  {
    action: 'disable',
    title: 'stream.disable',
    icon: Ban,
    from: ['idle', 'scheduled', 'connecting', 'preview', 'live', 'reconnecting', 'ended'],
    question: 'stream.disable.question',
  },
  { action: 'enable', title: 'stream.enable', icon: Power, from: ['disabled'] },
]

/** Input of a clip of a live stream: the form leaves out other sources, moments of the day, and what viewers send. */
export function clipOfStream(streamId: string) {
  const ofViewers = { token: undefined, viewerId: undefined, authorName: undefined }
  return { streamId, staticId: undefined, startTime: undefined, endTime: undefined, ...ofViewers }
}

type CommandProps = { record: ApiRecord; state: string; reload(): Promise<void> }

/** The commands of a show: go live, end, disable, enable, and a clip of what just happened. */
export function StreamCommands({ record, state, reload }: CommandProps) {
  const { client } = useAccount()
  const hasScope = useScope()
  const stale = useStale()
  const clip = operationOf(useDescription(), 'livestream.stream.createClip')
  const [isClipping, setClipping] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  const run = async ({ action, title, question }: Command) => {
    if (question !== undefined && !(await confirmed({ title: t(question), button: t(title) }))) return
    try {
      await client.callAny('livestream.stream.update', { streamId: record.id, action })
      await reload()
      notify(t('record.action.done', { action: t(title) }))
      catchFocus(() => group.current?.querySelector('button'))
    } catch (error) {
      notifyFailure(error)
    }
  }
  const canWrite = hasScope('livestream.stream:write')
  const canClip = canWrite && state === 'live' && hasScope(clip.scope)
  const possible = canWrite ? commands.filter(({ from }) => from.includes(state)) : []
  usePageActions([
    ...possible.map((command) => ({ id: command.action, title: t(command.title), run: () => void run(command) })),
    ...(canClip ? [{ id: 'clip', title: t('stream.clip'), run: () => setClipping(true) }] : []),
  ])
  if (!canWrite) return null
  return (
    <Group gap="xs" ref={group}>
      {possible.map((command) => (
        <Button
          key={command.action}
          variant={command.action === 'goLive' ? 'filled' : 'default'}
          color={command.action === 'goLive' ? 'red' : undefined}
          leftSection={<command.icon size={16} aria-hidden />}
          onClick={() => void run(command)}
        >
          {t(command.title)}
        </Button>
      ))}
      {canClip ? (
        <Button variant="default" leftSection={<Scissors size={16} aria-hidden />} onClick={() => setClipping(true)}>
          {t('stream.clip')}
        </Button>
      ) : null}
      {isClipping ? (
        <OperationDialog
          operation={clip}
          fixed={{ ...clipOfStream(record.id), startSeconds: undefined, durationSeconds: undefined }}
          initial={{ lastSeconds: 30 }}
          close={() => setClipping(false)}
          done={async () => {
            await stale('livestream.static')
            await reload()
          }}
        />
      ) : null}
    </Group>
  )
}
