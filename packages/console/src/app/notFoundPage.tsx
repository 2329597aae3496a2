import { Button, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { t } from '#console/texts/texts.ts'

/** The page of an address that leads nowhere. */
export function NotFoundPage() {
  return (
    <Stack align="center" py="15vh" px="md" gap="sm">
      <Title order={1}>{t('shell.notFound')}</Title>
      <Text c="dimmed">{t('shell.notFound.text')}</Text>
      <Button component={Link} to="/" variant="light">
        {t('shell.home')}
      </Button>
    </Stack>
  )
}
