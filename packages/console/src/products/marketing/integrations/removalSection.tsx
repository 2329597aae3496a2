import { FairgroundError } from '@fairground/sdk'
import { Alert, Button, Group, Select, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog } from '#console/parts/dialog.tsx'
import type { OutputOf } from '#console/app/client.ts'
import { sentenceOf } from '#console/app/failures.ts'
import { useAccount } from '#console/app/session.tsx'
import { confirmed } from '#console/parts/confirmation.ts'
import { labelOf } from '#console/parts/labels.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { dropRecent } from '#console/parts/recentRecords.ts'
import { useRead, useStale } from '#console/parts/recordQueries.ts'
import { t } from '#console/texts/texts.ts'
import { isSender } from './integrationForms.ts'
import type { Integration } from './integrationPanel.tsx'
import { useChange } from './useChange.ts'

type Integrations = OutputOf<'marketing.integration.all'>

const choicesMax = 100

/** Disabling, which pauses campaigns that send by it, and deletion, which moves mail that waits to another one. */
export function RemovalSection({ integration }: { integration: Integration }) {
  const { name, status } = integration
  const { send, change, isBusy } = useChange(integration.id)
  const [isDeleting, setDeleting] = useState(false)
  const disable = async () => {
    try {
      await send({ action: 'disable' })
    } catch (error) {
      if (!(error instanceof FairgroundError) || error.reason !== 'campaign_running') return notifyFailure(error)
      const question = {
        title: t('integration.disable.running'),
        text: t('integration.disable.running.text'),
        button: t('integration.disable.force'),
      }
      if (!(await confirmed(question))) return
      if ((await change({ action: 'disable', force: true })) === undefined) return
    }
    notify(t('integration.disabled', { name }))
  }
  return (
    <section className="surface section">
      <Title order={2}>{t('integration.removal')}</Title>
      <Text size="sm">{t('integration.removal.text')}</Text>
      <Group gap="sm">
        {status === 'disabled' ? null : (
          <Button variant="default" loading={isBusy} onClick={() => void disable()}>
            {t('integration.disable')}
          </Button>
        )}
        <Button variant="light" color="red" onClick={() => setDeleting(true)}>
          {t('integration.delete')}
        </Button>
      </Group>
      {isDeleting ? <DeleteDialog integration={integration} close={() => setDeleting(false)} /> : null}
    </section>
  )
}

function DeleteDialog({ integration, close }: { integration: Integration; close(): void }) {
  const { id: accountId, client } = useAccount()
  const navigate = useNavigate()
  const stale = useStale()
  const { data } = useRead<Integrations>('marketing.integration.all', { limit: choicesMax })
  const [replaceWith, setReplacement] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>()
  const { id, name, type } = integration
  const others = (data?.items ?? []).filter(
    (each) =>
      each.id !== id && each.status !== 'disabled' && (each.type === type || (isSender(type) && isSender(each.type))),
  )
  const remove = async () => {
    setFailure(undefined)
    try {
      const more = replaceWith === null ? {} : { replaceWith }
      await client.callAny('marketing.integration.delete', { integrationId: id, ...more })
      dropRecent(accountId, `/${accountId}/marketing/integration/${id}`)
      await navigate({ to: `/${accountId}/marketing/integration` })
      notify(t('record.deleted', { title: name }))
      await stale('marketing.integration')
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <Dialog onClose={close} title={t('record.delete.title', { title: name })}>
      <Stack>
        <Text size="sm">{t('integration.delete.text')}</Text>
        <Select
          label={t('integration.replace')}
          placeholder={t(others.length === 0 ? 'integration.replace.none' : 'integration.replace.nobody')}
          disabled={others.length === 0}
          clearable
          data={others.map((each) => ({ value: each.id, label: `${each.name} (${labelOf(each.type)})` }))}
          value={replaceWith}
          onChange={setReplacement}
        />
        {failure === undefined ? null : (
          <Alert color="red" role="alert">
            {isInUse(failure) ? t('integration.inUse') : sentenceOf(failure)}
          </Alert>
        )}
        <Group justify="end">
          <Button variant="default" onClick={close}>
            {t('form.cancel')}
          </Button>
          <Button color="red" onClick={() => void remove()}>
            {t('record.delete.button')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function isInUse(error: unknown): boolean {
  return error instanceof FairgroundError && error.reason === 'in_use'
}
