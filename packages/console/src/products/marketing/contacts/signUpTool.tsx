import { Anchor, Button, Code, Group, Modal, MultiSelect, Stack, Text, Title } from '@mantine/core'
import { ClipboardSignature } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount } from '#console/app/session.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { CopyButton } from '#console/parts/values/secretView.tsx'
import { t } from '#console/texts/texts.ts'
import { signUpSnippet } from './signUpSnippet.ts'
import './contacts.css'

/** A button that shows how people subscribe by themselves: the hosted page, and the code of a form. */
export function ListTool() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<ClipboardSignature size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('signUp.title')}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('signUp.title')} size="xl">
        <SignUp />
      </Modal>
    </>
  )
}

function SignUp() {
  const { id: accountId } = useAccount()
  const [topics, setTopics] = useState<string[]>([])
  const { data } = useRead<OutputOf<'marketing.topic.all'>>('marketing.topic.all', { limit: 100 })
  const shown = (data?.items ?? []).filter(({ isPublic }) => isPublic)
  const page = `${location.origin}/subscribe/${accountId}`
  const words = {
    email: t('signUp.email'),
    button: t('signUp.button'),
    done: t('signUp.done'),
    failed: t('signUp.failed'),
  }
  const code = signUpSnippet({ origin: location.origin, accountId, topics, words })
  return (
    <Stack>
      <Text size="sm">{t('signUp.text')}</Text>
      <Title order={3} size="h6">
        {t('signUp.page')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('signUp.page.text')}
      </Text>
      <Group gap={4} wrap="nowrap">
        <Anchor href={page} target="_blank" rel="noopener" size="sm" className="value-text">
          {page}
        </Anchor>
        <CopyButton text={page} label={t('value.copy', { name: t('signUp.page') })} />
      </Group>
      <Group justify="space-between" wrap="nowrap">
        <Title order={3} size="h6">
          {t('signUp.code')}
        </Title>
        <CopyButton text={code} label={t('value.copy', { name: t('signUp.code') })} />
      </Group>
      <Text size="sm" c="dimmed">
        {t('signUp.code.text')}
      </Text>
      {shown.length === 0 ? null : (
        <MultiSelect
          label={t('signUp.topics')}
          description={t('signUp.topics.text')}
          data={shown.map(({ key, name }) => ({ value: key, label: name }))}
          value={topics}
          onChange={setTopics}
          searchable
        />
      )}
      <Code block tabIndex={0} className="signup-code">
        {code}
      </Code>
    </Stack>
  )
}
