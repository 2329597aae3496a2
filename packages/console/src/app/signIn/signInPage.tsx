import { Title } from '@mantine/core'
import { t } from '#console/texts/texts.ts'

/** A page of the person. */
export function SignInPage() {
  return <Title order={1}>{t('shell.person')}</Title>
}
