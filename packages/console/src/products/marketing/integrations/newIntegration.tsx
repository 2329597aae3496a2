import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount } from '#console/app/session.tsx'
import { useSchemas, type Noun } from '#console/parts/description.ts'
import { sentValues, type FormValues } from '#console/parts/form/formValues.ts'
import { OperationForm } from '#console/parts/form/operationForm.tsx'
import { labelOf } from '#console/parts/labels.ts'
import { useStale } from '#console/parts/recordQueries.ts'
import { t } from '#console/texts/texts.ts'
import { CheckSteps } from './checkSteps.tsx'
import { hasOwnSecret, kindGroups, kindOf, schemaOf, type IntegrationKind } from './integrationForms.ts'
import { InboundAddress, OnceShown } from './onceShown.tsx'
import './integrations.css'

type Made = OutputOf<'marketing.integration.create'>

/** A new integration: its type from a gallery, the fields of that type, then the checks and what is shown once. */
export function CreatePage({ noun }: { noun: Noun }) {
  const search: Record<string, string> = useSearch({ strict: false })
  const kind = kindOf(search['type'])
  const [made, setMade] = useState<Made>()
  if (made !== undefined) return <Result made={made} />
  return (
    <Stack className="form-page">
      {kind === undefined ? <Gallery /> : <KindForm key={kind} noun={noun} kind={kind} done={setMade} />}
    </Stack>
  )
}

function Gallery() {
  return (
    <>
      <Title order={1}>{t('integration.new')}</Title>
      {kindGroups.map((group) => (
        <KindGroup key={group.id} group={group} />
      ))}
    </>
  )
}

function KindGroup({ group }: { group: (typeof kindGroups)[number] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h5" id={id} mb="xs">
        {t(`integration.group.${group.id}`)}
      </Title>
      <ul className="kind-gallery">
        {group.kinds.map((kind) => (
          <li key={kind}>
            <Link to="." search={{ type: kind }} className="surface kind-card">
              <strong>{labelOf(kind)}</strong>
              <span>{t(`integration.about.${kind}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

type KindProps = { noun: Noun; kind: IntegrationKind; done(made: Made): void }

function KindForm({ noun, kind, done }: KindProps) {
  const { id: accountId, client } = useAccount()
  const navigate = useNavigate()
  const stale = useStale()
  const input = useSchemas('marketing').operations['marketing.integration.create']?.input ?? {}
  const schema = schemaOf(kind, input, ['secrets'])
  const send = async (values: FormValues, key: string) => {
    const sent = { ...sentValues(values, schema), type: kind }
    // cast: the operation returns the integration with its checks and its secret.
    const made = (await client.callAny('marketing.integration.create', sent, { idempotencyKey: key })) as Made
    await stale(noun.id)
    done(made)
  }
  return (
    <>
      <div>
        <Anchor component={Link} to={`/${accountId}/marketing/integration/new`} size="sm">
          {t('integration.otherType')}
        </Anchor>
        <Title order={1}>{t('form.new', { noun: labelOf(kind) })}</Title>
        <Text c="dimmed">{t(`integration.about.${kind}`)}</Text>
      </div>
      <OperationForm
        schema={schema}
        initial={{ name: labelOf(kind) }}
        fixed={{}}
        groups={[
          { title: t('integration.fields.access'), fields: ['name', 'config', 'secrets'] },
          { title: t('integration.fields.sending'), fields: ['from', 'isDefault', 'limits', 'warmUp'] },
        ]}
        widgets={{}}
        button={t('integration.save')}
        draftKey={undefined}
        send={send}
        cancel={() => void navigate({ to: '.', search: () => ({}) })}
      />
    </>
  )
}

function Result({ made }: { made: Made }) {
  const { id: accountId } = useAccount()
  const path = `/${accountId}/marketing/integration/${made.id}`
  const { type, name, verification, signingSecret, inboundUrl, config } = made
  const isFailed = verification?.ok === false
  const state = isFailed ? 'failed' : type === 'bounceMailbox' ? 'mailbox' : 'works'
  return (
    <Stack className="form-page">
      <Title order={1}>{name}</Title>
      <Alert color={isFailed ? 'red' : 'teal'} role="status">
        {t(`integration.made.${state}`)}
      </Alert>
      {verification === null ? null : (
        <section className="surface section">
          <Title order={2}>{t('integration.checks')}</Title>
          <CheckSteps type={type} verification={verification} />
        </section>
      )}
      {inboundUrl === null && !hasOwnSecret(type, config) ? null : (
        <section className="surface section">
          <Title order={2}>{t('integration.calls')}</Title>
          {inboundUrl === null ? null : <InboundAddress type={type} url={inboundUrl} />}
          {signingSecret !== null && hasOwnSecret(type, config) ? <OnceShown secret={signingSecret} /> : null}
        </section>
      )}
      <Group>
        <Button component={Link} to={path}>
          {t('integration.open')}
        </Button>
        {isFailed ? (
          <Button component={Link} to={`${path}/edit`} variant="default">
            {t('integration.mend')}
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}
