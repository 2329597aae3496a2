import '#console/parts/screenStyles.ts'
import { Badge, Button, Code, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { CircleAlert, CircleCheck, RefreshCw, Search, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { FailurePage } from '#console/app/failurePage.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { momentText } from '#console/texts/formats.ts'
import { plural, t } from '#console/texts/texts.ts'
import './health.css'

type Health = OutputOf<'account.health.get'>
type Setting = OutputOf<'account.health.settings'>['items'][number]

const everyMs = 60_000
const icons = { ok: CircleCheck, warn: TriangleAlert, fail: CircleAlert }

/** Checks and settings of the whole server, for its operator. */
export function Page() {
  const health = useRead<Health>('account.health.get', {}, { everyMs })
  const { data, error, isFetching, refetch } = health
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="start">
        <div>
          <Title order={1}>{t('health.title')}</Title>
          <Text size="sm" c="dimmed" role="status" mih="1.5em">
            {data === undefined ? '' : t('health.checkedAt', { moment: momentText(data.checkedAt) })}
          </Text>
        </div>
        <Button
          variant="default"
          loading={isFetching}
          leftSection={<RefreshCw size={16} aria-hidden />}
          onClick={() => void refetch()}
        >
          {t('health.again')}
        </Button>
      </Group>
      {error === null ? null : <FailurePage error={error} retry={() => void refetch()} />}
      {data === undefined ? null : <Checks health={data} />}
      {error === null ? <Settings /> : null}
    </Stack>
  )
}

function Checks({ health: { checks } }: { health: Health }) {
  const problems = checks.filter(({ result }) => result !== 'ok').length
  const ordered = (['fail', 'warn', 'ok'] as const).flatMap((each) => checks.filter(({ result }) => result === each))
  return (
    <section className="surface section" aria-labelledby="health-checks">
      <Title order={2} id="health-checks">
        {problems === 0 ? t('health.well') : plural('health.problems', problems)}
      </Title>
      <ul className="checks">
        {ordered.map(({ check, result, says, advice }) => {
          const Icon = icons[result]
          return (
            <li key={`${check} ${says}`} data-result={result}>
              <Icon size={18} aria-label={t(`health.${result}`)} role="img" />
              <Text size="sm" fw={600}>
                {check}
              </Text>
              <div>
                <Text size="sm" className="value-text">
                  {says}
                </Text>
                {advice === null ? null : (
                  <Text size="sm" c="dimmed">
                    {t('health.advice', { advice })}
                  </Text>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Settings() {
  const { data } = useRead<{ items: Setting[] }>('account.health.settings', {})
  const [words, setWords] = useState('')
  const searched = words.trim().toLowerCase()
  const found = (data?.items ?? []).filter(({ name, about }) => `${name} ${about}`.toLowerCase().includes(searched))
  const groups = [...new Set(found.map(({ group }) => group))]
  return (
    <section className="surface section" aria-labelledby="health-settings">
      <Group justify="space-between">
        <div>
          <Title order={2} id="health-settings">
            {t('health.settings')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('health.settings.about')}
          </Text>
        </div>
        <TextInput
          type="search"
          size="xs"
          aria-label={t('health.settings.search')}
          placeholder={t('health.settings.search')}
          leftSection={<Search size={14} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </Group>
      {groups.map((group) => (
        <div key={group}>
          <Title order={3} size="sm" mb="xs">
            {group}
          </Title>
          <dl className="settings">
            {found
              .filter((each) => each.group === group)
              .map((each) => (
                <SettingRow key={each.name} setting={each} />
              ))}
          </dl>
        </div>
      ))}
    </section>
  )
}

function SettingRow({ setting: { name, about, isSecret, isSet, value } }: { setting: Setting }) {
  return (
    <div>
      <dt>
        <Code>{name}</Code>
        {isSet ? (
          <Badge size="xs" variant="light" tt="none">
            {t('health.settings.set')}
          </Badge>
        ) : null}
      </dt>
      <dd>
        <Text size="sm" className="value-text">
          {isSecret ? (isSet ? '••••••••' : '–') : (value ?? '–')}
        </Text>
        <Text size="xs" c="dimmed">
          {about.replaceAll('`', '')}
        </Text>
      </dd>
    </div>
  )
}
