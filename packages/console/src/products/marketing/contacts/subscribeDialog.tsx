import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Dialog } from '#console/parts/dialog.tsx'
import { useAccount } from '#console/app/session.tsx'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { useRecordTitle } from '#console/parts/recordTitles.tsx'
import { t } from '#console/texts/texts.ts'

type SubscribeProps = Pick<PanelProps, 'record' | 'reload'> & { close(): void }

/** Subscribes a contact that gets no mail, with the evidence of its agreement. */
export function SubscribeDialog({ record, reload, close }: SubscribeProps) {
  const { client } = useAccount()
  const name = useRecordTitle(record)
  const [source, setSource] = useState('')
  const [wording, setWording] = useState('')
  const [isBusy, setBusy] = useState(false)
  const subscribe = async () => {
    setBusy(true)
    try {
      const consent = { source: source.trim(), ...(wording.trim() !== '' && { text: wording.trim() }) }
      await client.callAny('marketing.contact.update', { contactId: record.id, action: 'subscribe', consent })
      await reload()
      notify(t('profile.subscribed'))
      close()
    } catch (error) {
      notifyFailure(error)
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void subscribe()
  }
  return (
    <Dialog onClose={close} title={t('profile.subscribe.title', { name })}>
      <Stack component="form" onSubmit={submit}>
        <Text size="sm">{t('profile.subscribe.text')}</Text>
        <TextInput
          label={t('profile.subscribe.source')}
          description={t('profile.subscribe.source.text')}
          required
          maxLength={200}
          data-autofocus
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
        />
        <Textarea
          label={t('profile.subscribe.wording')}
          autosize
          value={wording}
          onChange={(event) => setWording(event.currentTarget.value)}
        />
        <Group justify="end">
          <Button variant="default" onClick={close}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" disabled={source.trim() === ''} loading={isBusy}>
            {t('profile.subscribe')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
