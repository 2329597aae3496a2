import { Stack, Title } from '@mantine/core'
import { t } from '#console/texts/texts.ts'
import { AudienceView } from './audienceView.tsx'

/** The audience of the whole account. */
export function Page() {
  return (
    <Stack gap="lg">
      <Title order={1}>{t('analytics.title')}</Title>
      <AudienceView subject={{}} name="account" />
    </Stack>
  )
}
