import { Badge, Text } from '@mantine/core'
import type { ApiRecord } from '#console/parts/descriptor.ts'
import { t } from '#console/texts/texts.ts'
import type { StreamStatus } from './streamStatus.ts'

type Target = { targetId: string; name: string; serverUrl: string; isEnabled: boolean }

const stateColors = { idle: 'gray', starting: 'yellow', live: 'teal', error: 'red' } as const

/** Simulcast targets of a stream with their states, as the server reports them. */
export function SimulcastTargets({ record, status }: { record: ApiRecord; status: StreamStatus | undefined }) {
  // cast: the API returns targets of this form.
  const targets = (record['simulcastTargets'] ?? []) as readonly Target[]
  if (targets.length === 0) return null
  return (
    <section aria-label={t('stream.simulcast')} aria-live="polite">
      <Text size="xs" c="dimmed" mb={4}>
        {t('stream.simulcast')}
      </Text>
      <ul className="targets">
        {targets.map(({ targetId, name, serverUrl, isEnabled }) => {
          const reported = status?.simulcast.find((each) => each.targetId === targetId)
          const state = reported?.state ?? 'idle'
          return (
            <li key={targetId}>
              <Badge color={stateColors[state]} variant="light" tt="none">
                {t(isEnabled ? `stream.simulcast.${state}` : 'stream.simulcast.off')}
              </Badge>
              <span className="targets-name">
                <b>{name}</b>
                <Text span size="xs" c="dimmed">
                  {reported?.lastError ?? URL.parse(serverUrl)?.host ?? serverUrl}
                </Text>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
