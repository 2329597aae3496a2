import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { usePersonClient } from '#console/app/session.tsx'
import { useAttempt } from '#console/app/signIn/signInPage.tsx'
import { agoText, momentText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { usePersonList } from './personLists.ts'
import { PersonSection } from './personSection.tsx'

type SessionItem = {
  sessionId: string
  createdAt: string
  lastSeenAt: string
  userAgent: string
  country: string | null
  isCurrent: boolean
}

/** The sessions of the person, each of which can be ended. */
export function SessionSection() {
  const client = usePersonClient()
  const { items, reload } = usePersonList<SessionItem>('account.session.all')
  const { run, failure } = useAttempt()
  const revoke = (input: object) =>
    run(async () => {
      await client.callAny('account.session.revoke', input)
      await reload()
    })
  return (
    <PersonSection title={t('person.sessions')} failure={failure}>
      {items.map((each) => (
        <Group key={each.sessionId} wrap="nowrap" align="start">
          <Stack gap={0} flex={1} miw={0}>
            <Group gap="xs" wrap="nowrap">
              <Text size="sm" fw={600} truncate>
                {programOf(each.userAgent)}
              </Text>
              {each.isCurrent ? <Badge size="xs">{t('person.sessions.this')}</Badge> : null}
            </Group>
            <Text size="xs" c="dimmed">
              {t('person.sessions.seen', { ago: agoText(each.lastSeenAt), since: momentText(each.createdAt) })}
              {each.country === null ? '' : ` · ${each.country}`}
            </Text>
          </Stack>
          {each.isCurrent ? null : (
            <Button variant="subtle" color="red" size="xs" onClick={() => revoke({ sessionId: each.sessionId })}>
              {t('person.sessions.end')}
            </Button>
          )}
        </Group>
      ))}
      {items.length > 1 ? (
        <Button variant="default" onClick={() => revoke({ others: true })} style={{ alignSelf: 'start' }}>
          {t('person.sessions.endOthers')}
        </Button>
      ) : null}
    </PersonSection>
  )
}

/** Browser and system of a User-Agent, in short. */
function programOf(userAgent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\/[\d]+/.exec(userAgent)?.[0]?.replace('/', ' ')
  const system = /Windows|Android|iPhone|iPad|Mac OS X|Linux|CrOS/.exec(userAgent)?.[0]
  return [browser, system].filter((each) => each !== undefined).join(' · ') || userAgent.slice(0, 40) || '–'
}
