import '#console/parts/screenStyles.ts'
import { Anchor, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Redirect } from '#console/app/redirect.tsx'
import { useSession } from '#console/app/session.tsx'
import { t } from '#console/texts/texts.ts'
import { PasskeySection } from './passkeySection.tsx'
import { PasswordSection } from './passwordSection.tsx'
import { ProfileSection } from './profileSection.tsx'
import { SecondFactorSection } from './secondFactorSection.tsx'
import { SessionSection } from './sessionSection.tsx'

/** The page of the signed-in person: profile, credentials, sessions. */
export function PersonPage() {
  const session = useSession()
  if (session === null) return <Redirect to="/sign-in" search={{ next: '/person' }} />
  return (
    <Stack component="main" maw={720} mx="auto" p={{ base: 'md', sm: 'xl' }} gap="lg">
      {session.accounts.length === 0 ? (
        <Text role="status">{t('person.accounts.none')}</Text>
      ) : (
        <Anchor component={Link} to="/" size="sm">
          <ArrowLeft size={14} aria-hidden /> {t('shell.home')}
        </Anchor>
      )}
      <Title order={1}>{t('person.title')}</Title>
      <ProfileSection session={session} />
      <PasswordSection session={session} />
      <PasskeySection />
      <SecondFactorSection session={session} />
      <SessionSection />
    </Stack>
  )
}
