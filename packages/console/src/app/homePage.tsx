import '#console/parts/screenStyles.ts'
import { Title } from '@mantine/core'
import { t } from '#console/texts/texts.ts'

/** The home of an account. */
export function HomePage() {
  return <Title order={1}>{t('shell.home')}</Title>
}
