import { Button, Group, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { confirmed } from '#console/parts/confirmation.ts'
import { t } from '#console/texts/texts.ts'
import { hasOwnSecret } from './integrationForms.ts'
import type { Integration } from './integrationPanel.tsx'
import { InboundAddress, OnceShown } from './onceShown.tsx'
import { useChange } from './useChange.ts'

/** The address that others call, and the secret of its calls, which can be replaced. */
export function HookSection({ integration, canWrite }: { integration: Integration; canWrite: boolean }) {
  const { type, config, inboundUrl } = integration
  const { change, isBusy } = useChange(integration.id)
  const [secret, setSecret] = useState<string>()
  const isProven = hasOwnSecret(type, config)
  if (inboundUrl === null && !isProven) return null
  const rotate = async () => {
    const question = {
      title: t('integration.rotate.title'),
      text: t(type === 'outboundWebhook' ? 'integration.rotate.key' : 'integration.rotate.text'),
      button: t('integration.rotate'),
    }
    if (!(await confirmed(question))) return
    const changed = await change({ rotateSecret: true })
    if (typeof changed?.signingSecret === 'string') setSecret(changed.signingSecret)
  }
  return (
    <section className="surface section">
      <Title order={2}>{t('integration.calls')}</Title>
      {inboundUrl === null ? (
        <Text size="sm">{t('integration.signed')}</Text>
      ) : (
        <InboundAddress type={type} url={inboundUrl} />
      )}
      <div aria-live="polite">{secret === undefined ? null : <OnceShown secret={secret} />}</div>
      {canWrite && isProven ? (
        <Group>
          <Button variant="default" loading={isBusy} onClick={() => void rotate()}>
            {t('integration.rotate')}
          </Button>
        </Group>
      ) : null}
    </section>
  )
}
