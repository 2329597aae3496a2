import { Stack, Text, Title } from '@mantine/core'
import { useAccount, useScope, useAccountRename } from '#console/app/session.tsx'
import { useSchemas } from '#console/parts/description.ts'
import { OperationForm } from '#console/parts/form/operationForm.tsx'
import { sentValues, type FormValues } from '#console/parts/form/formValues.ts'
import { notify } from '#console/parts/notices.tsx'
import { useRead, useStale } from '#console/parts/recordQueries.ts'
import { ValueView } from '#console/parts/values/valueView.tsx'
import { labelOf } from '#console/parts/labels.ts'
import { t } from '#console/texts/texts.ts'
import '#console/parts/record/record.css'

type Account = Record<string, unknown> & { name: string; language: string; timeZone: string; version: number }

const shownFields = ['accountId', 'kind', 'mode', 'status', 'twinAccountId', 'createdAt']

/** Name, language and zone of the account. */
export function Page() {
  const { client, id, isTest } = useAccount()
  const canChange = useScope()('account.account:write')
  const stale = useStale()
  const rename = useAccountRename()
  const { data } = useRead<Account>('account.account.get', {})
  const schema = useSchemas('account').operations['account.account.update']?.input ?? {}
  const record = useSchemas('account').nouns['account.account']?.record?.properties ?? {}
  if (data === undefined) return null
  const { name, language, timeZone, version } = data
  const send = async (values: FormValues, key: string) => {
    const input = { ...sentValues(values), ifVersion: version }
    await client.callAny('account.account.update', input, { idempotencyKey: key })
    if (typeof values['name'] === 'string') rename(id, values['name'])
    await stale('account.account')
    notify(t('form.saved'))
  }
  return (
    <Stack gap="lg" className="form-page">
      <Title order={1}>{t('account.settings.title')}</Title>
      {isTest ? <Text c="dimmed">{t('account.settings.test')}</Text> : null}
      {canChange ? (
        <OperationForm
          key={version}
          schema={schema}
          initial={{ name, language, timeZone }}
          fixed={{}}
          groups={[]}
          widgets={{}}
          button={t('form.save')}
          draftKey={`${id}.settings`}
          send={send}
        />
      ) : null}
      <section className="surface section">
        <Title order={2}>{t('account.settings.about')}</Title>
        <dl className="record-fields">
          {[...(canChange ? [] : ['name', 'language', 'timeZone']), ...shownFields].map((field) => (
            <div key={field}>
              <dt>{labelOf(field)}</dt>
              <dd>
                <ValueView name={field} schema={record[field] ?? {}} value={data[field]} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </Stack>
  )
}
