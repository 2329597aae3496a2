import { Stack, Title } from '@mantine/core'
import { t } from '#console/texts/texts.ts'
import { AudienceView } from './audienceView.tsx'
import { MostWatchedCard } from './mostWatchedCard.tsx'

/** The audience of the whole account. */
export function Page() {
  return (
    <Stack gap="lg">
      <Title order={1}>{t('analytics.title')}</Title>
      <AudienceView subject={{}} name="account">
        {(range) => <MostWatchedCard subject={{}} range={range} name="account" />}
      </AudienceView>
    </Stack>
  )
}
