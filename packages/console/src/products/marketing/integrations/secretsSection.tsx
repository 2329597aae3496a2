import { Button, Group, PasswordInput, Title } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { labelOf } from '#console/parts/labels.ts'
import { notify } from '#console/parts/notices.tsx'
import { t } from '#console/texts/texts.ts'
import { CheckSteps, type Verification } from './checkSteps.tsx'
import { kindOf, secretsOf } from './integrationForms.ts'
import type { Integration } from './integrationPanel.tsx'
import { useChange } from './useChange.ts'

/** The secrets of an integration: whether each is set, and new ones in their place. */
export function SecretsSection({ integration }: { integration: Integration }) {
  const { type, secrets } = integration
  const { change, isBusy } = useChange(integration.id)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [found, setFound] = useState<Verification>()
  const kind = kindOf(type)
  const names = kind === undefined ? [] : secretsOf(kind)
  if (names.length === 0) return null
  const sent = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))
  const isEmpty = Object.keys(sent).length === 0
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty) return
    const changed = await change({ secrets: sent })
    if (changed === undefined) return
    setTyped({})
    setFound(changed.verification ?? undefined)
    notify(t('integration.secrets.saved'))
  }
  return (
    <section className="surface section">
      <Title order={2}>{t('integration.secrets')}</Title>
      <form className="secret-rows" onSubmit={(event) => void save(event)}>
        {names.map((name) => (
          <PasswordInput
            key={name}
            label={labelOf(name)}
            description={t(secrets[name] === 'set' ? 'integration.secret.set' : 'integration.secret.none')}
            placeholder={secrets[name] === 'set' ? '••••••••' : undefined}
            autoComplete="off"
            maxLength={1000}
            value={typed[name] ?? ''}
            onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
          />
        ))}
        <div aria-live="polite">{found === undefined ? null : <CheckSteps type={type} verification={found} />}</div>
        <Group>
          <Button type="submit" variant="default" loading={isBusy} disabled={isEmpty}>
            {t('integration.secrets.save')}
          </Button>
        </Group>
      </form>
    </section>
  )
}
