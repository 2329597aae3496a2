import { FairgroundError } from '@fairground/sdk'
import { Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, Clock, Mail, ScanLine, type LucideIcon } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { OutputOf } from '#console/app/client.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { agoText, momentText } from '#console/texts/formats.ts'
import { plural, t, type TextKey } from '#console/texts/texts.ts'
import './doorPanel.css'

type Checked = OutputOf<'livestream.ticket.check'>
/** Result of a check; null for a code of no ticket. */
type Check = { code: string; ticket: Checked | null }

const longestCode = 128

/** Tickets of an event: how many are valid, and a check of a code as at a door. */
export function Panel({ record }: PanelProps) {
  const { id: accountId, client } = useAccount()
  const hasScope = useScope()
  const [check, setCheck] = useState<Check>()
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = input.current?.value.trim() ?? ''
    if (code === '' || isBusy) return
    setBusy(true)
    try {
      setCheck({ code, ticket: await client.call('livestream.ticket.check', { ticketingEventId: record.id, code }) })
    } catch (error) {
      if (error instanceof FairgroundError && error.status === 404) setCheck({ code, ticket: null })
      else notifyFailure(error)
    } finally {
      setBusy(false)
      // The next scan replaces the code.
      input.current?.select()
    }
  }
  return (
    <section className="surface section door">
      <Group justify="space-between" align="start">
        <Title order={2}>{t('ticket.door')}</Title>
        <Group gap="md">
          <Counts record={record} />
          {hasScope('livestream.ticket:write') ? (
            // A new document: only that of the door may open the camera.
            <Button
              component="a"
              href={`/console/${accountId}/livestream/door?event=${record.id}`}
              leftSection={<ScanLine size={16} aria-hidden />}
            >
              {t('door.scan')}
            </Button>
          ) : null}
        </Group>
      </Group>
      <form onSubmit={(event) => void submit(event)}>
        <Group gap="xs" align="end" wrap="nowrap">
          <TextInput
            ref={input}
            className="door-code"
            label={t('ticket.code')}
            description={t('ticket.door.text')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={longestCode}
          />
          <Button type="submit" variant="default" data-busy={isBusy || undefined}>
            {t('ticket.check')}
          </Button>
        </Group>
      </form>
      <div aria-live="polite">{check === undefined ? null : <Result key={check.code} check={check} />}</div>
    </section>
  )
}

function Counts({ record }: Pick<PanelProps, 'record'>) {
  const { id: accountId } = useAccount()
  const { id, ticketsSold, lastSyncAt, lastError } = record
  // cast: the search of a list is any flat record of texts.
  const search = { ticketingEventId: id, status: 'active' } as never
  return (
    <Stack gap={2}>
      <Anchor component={Link} to={`/${accountId}/livestream/ticket`} search={search} fw={600} size="sm">
        {plural('ticket.valid', Number(ticketsSold ?? 0))}
      </Anchor>
      {typeof lastSyncAt === 'string' ? (
        <Text size="xs" c="dimmed">
          {t('ticket.synced', { at: agoText(lastSyncAt) })}
        </Text>
      ) : null}
      {typeof lastError === 'string' ? (
        <Text size="xs" c="red">
          {lastError}
        </Text>
      ) : null}
    </Stack>
  )
}

type Look = { icon: LucideIcon; tone: 'good' | 'wait' | 'bad'; title: TextKey }

const looks: Readonly<Record<Checked['status'] | 'unknown', Look>> = {
  opens: { icon: CircleCheck, tone: 'good', title: 'ticket.opens' },
  notOpenYet: { icon: Clock, tone: 'wait', title: 'ticket.notOpenYet' },
  closed: { icon: CircleX, tone: 'bad', title: 'ticket.closed' },
  revoked: { icon: CircleX, tone: 'bad', title: 'ticket.revoked' },
  unknown: { icon: CircleX, tone: 'bad', title: 'ticket.unknown' },
}

function Result({ check: { code, ticket } }: { check: Check }) {
  const { icon: Icon, tone, title } = looks[ticket?.status ?? 'unknown']
  return (
    <div className="door-result" data-tone={tone}>
      <Icon size={22} aria-hidden />
      <div>
        <Text fw={650}>{t(title)}</Text>
        {ticket === null ? <Text size="sm">{code}</Text> : <Holder ticket={ticket} />}
      </div>
    </div>
  )
}

function Holder({ ticket }: { ticket: Checked }) {
  const { id: accountId, client } = useAccount()
  const hasScope = useScope()
  const { id, name, email, status, opensAt, closesAt } = ticket
  const resend = async () => {
    try {
      const { mailStatus } = await client.call('livestream.ticket.resend', { ticketId: id })
      notify(mailStatus === 'none' ? t('ticket.resend.none') : t('ticket.resend.done', { email: email ?? '' }))
    } catch (error) {
      notifyFailure(error)
    }
  }
  const canResend = email !== null && status !== 'revoked' && hasScope('livestream.ticket:write')
  return (
    <Stack gap={4}>
      <Text size="sm">{name ?? email ?? t('ticket.noName')}</Text>
      {name !== null && email !== null ? <Text size="sm">{email}</Text> : null}
      {status === 'notOpenYet' && opensAt !== null ? (
        <Text size="sm">{t('ticket.notOpenYet.text', { at: momentText(opensAt) })}</Text>
      ) : null}
      {status === 'closed' && closesAt !== null ? (
        <Text size="sm">{t('ticket.closed.text', { at: momentText(closesAt) })}</Text>
      ) : null}
      <Group gap="xs">
        <Anchor component={Link} to={`/${accountId}/livestream/ticket/${id}`} size="sm" c="inherit" td="underline">
          {t('ticket.open')}
        </Anchor>
        {canResend ? (
          <Button
            variant="default"
            size="compact-xs"
            leftSection={<Mail size={13} aria-hidden />}
            onClick={() => void resend()}
          >
            {t('ticket.resend')}
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}
