import { Alert, Button, Group, Progress, Switch, Text, Title } from '@mantine/core'
import { Plug } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useScope } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { notify } from '#console/parts/notices.tsx'
import { agoText, momentText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { CheckSteps, type Verification } from './checkSteps.tsx'
import { isSender } from './integrationForms.ts'
import { HookSection } from './hookSection.tsx'
import { RemovalSection } from './removalSection.tsx'
import { SecretsSection } from './secretsSection.tsx'
import { useChange } from './useChange.ts'
import './integrations.css'

export type Integration = OutputOf<'marketing.integration.get'>

/** An integration: its state with the cause, its checks, its pace of today, its secrets, and the way out of it. */
export function Panel({ record }: PanelProps) {
  const canWrite = useScope()('marketing.integration:write')
  // cast: the panel stands on pages of integrations alone.
  const integration = record as unknown as Integration
  return (
    <>
      <StateSection integration={integration} canWrite={canWrite} />
      {isSender(integration.type) ? <PaceSection integration={integration} /> : null}
      <HookSection integration={integration} canWrite={canWrite} />
      {canWrite ? <SecretsSection integration={integration} /> : null}
      {canWrite ? <RemovalSection integration={integration} /> : null}
    </>
  )
}

type PartProps = { integration: Integration; canWrite: boolean }

const colors: Readonly<Record<string, string>> = { active: 'teal', pending: 'yellow', error: 'red', disabled: 'gray' }

function StateSection({ integration, canWrite }: PartProps) {
  const { type, status, lastError, lastOkAt, nextCheckAt, isDefault } = integration
  const { change, isBusy } = useChange(integration.id)
  const [found, setFound] = useState<Verification>()
  const check = async () => {
    const changed = await change({ reVerify: true })
    if (changed?.verification) setFound(changed.verification)
  }
  const makeDefault = async (next: boolean) => {
    if ((await change({ isDefault: next })) !== undefined)
      notify(t(next ? 'integration.isDefault' : 'integration.notDefault'))
  }
  const state = (['active', 'pending', 'error', 'disabled'] as const).find((each) => each === status) ?? 'active'
  const isTried = isSender(type) || type === 'bounceMailbox'
  const isMailbox = type === 'bounceMailbox' && state === 'pending' && lastError === null
  return (
    <section className="surface section">
      <Title order={2}>{t('integration.state')}</Title>
      <Alert color={colors[status] ?? 'gray'} role="status">
        {t(isMailbox ? 'integration.state.mailbox' : `integration.state.${state}`)}
        {lastError === null ? null : (
          <Text size="sm" className="check-cause">
            {t('integration.cause', { cause: lastError })}
          </Text>
        )}
        {lastError !== null && state !== 'active' ? <Text size="sm">{t('integration.wayOut')}</Text> : null}
      </Alert>
      {isTried || lastOkAt !== null ? (
        <Text size="sm" c="dimmed">
          {lastOkAt === null ? t('integration.neverOk') : t('integration.lastOk', { time: agoText(lastOkAt) })}
          {nextCheckAt === null || state !== 'error'
            ? null
            : ` ${t('integration.nextCheck', { time: momentText(nextCheckAt) })}`}
        </Text>
      ) : null}
      <div aria-live="polite">{found === undefined ? null : <CheckSteps type={type} verification={found} />}</div>
      {canWrite && isSender(type) ? (
        <Group gap="lg">
          <Button
            variant="default"
            loading={isBusy}
            leftSection={<Plug size={15} aria-hidden />}
            onClick={() => void check()}
          >
            {t('integration.check')}
          </Button>
          <Switch
            label={t('integration.default')}
            description={t('integration.default.text')}
            checked={isDefault}
            disabled={isBusy}
            onChange={(event) => void makeDefault(event.currentTarget.checked)}
          />
        </Group>
      ) : null}
    </section>
  )
}

const dayMs = 86_400_000

/** Mails of the last day against what may leave, the warm-up, and the limits. */
function PaceSection({ integration: { today, warmUp, limits } }: { integration: Integration }) {
  const { perSecond, perHour, perDay } = limits ?? {}
  const bounds = [
    ...(perSecond === undefined ? [] : [t('integration.perSecond', { count: numberText(perSecond) })]),
    ...(perHour === undefined ? [] : [t('integration.perHour', { count: numberText(perHour) })]),
    ...(perDay === undefined ? [] : [t('integration.perDay', { count: numberText(perDay) })]),
  ]
  return (
    <section className="surface section">
      <Title order={2}>{t('integration.today')}</Title>
      {today === null ? (
        <Text size="sm">{t('integration.noDayLimit')}</Text>
      ) : (
        <div>
          <Progress
            value={today.allowed === 0 ? 100 : Math.min(100, (today.sent / today.allowed) * 100)}
            color={today.remaining === 0 ? 'yellow' : undefined}
            size="lg"
            aria-label={t('integration.today')}
          />
          <Text size="sm" mt={6}>
            {t('integration.sent', { sent: numberText(today.sent), allowed: numberText(today.allowed) })}{' '}
            {today.remaining === 0
              ? t('integration.full')
              : t('integration.remaining', { count: numberText(today.remaining) })}
          </Text>
        </div>
      )}
      {warmUp === null ? null : <Text size="sm">{warmUpText(warmUp, today?.allowed ?? 0)}</Text>}
      {bounds.length === 0 ? null : (
        <Text size="sm" c="dimmed">
          {t('integration.limits', { limits: bounds.join(' · ') })}
        </Text>
      )}
    </section>
  )
}

function warmUpText({ startPerDay = 0, startsAt = '' }: NonNullable<Integration['warmUp']>, allowed: number): string {
  const ageMs = Date.now() - Date.parse(startsAt)
  const day = Math.floor(ageMs / dayMs) + 1
  if (day < 1) return t('integration.warmUp.later', { time: momentText(startsAt), count: numberText(startPerDay) })
  const ramp = startPerDay * 2 ** Math.min(day - 1, 40)
  return ramp > allowed
    ? t('integration.warmUp.over', { day: numberText(day) })
    : t('integration.warmUp', { day: numberText(day), count: numberText(ramp) })
}
