import { Anchor, Select } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAccount } from '#console/app/session.tsx'
import { useRead, type ApiPage } from '#console/parts/recordQueries.ts'
import { t } from '#console/texts/texts.ts'

type SelectProps = {
  label: string
  channel: string
  value: string | null
  error?: string | undefined
  /** Called with the topic of the template, where it has one. */
  change(id: string | null, topic?: string): void
}

/** The choice of an active template for a channel. */
export function TemplateSelect({ label, channel, value, error, change }: SelectProps) {
  const { id: accountId } = useAccount()
  const { data } = useRead<ApiPage>('marketing.template.all', { type: channel, status: 'active', limit: 100 })
  const items = data?.items ?? []
  const known = value === null || items.some(({ id }) => id === value) ? [] : [{ value, label: value }]
  return (
    <Select
      label={label}
      error={error}
      description={
        data !== undefined && items.length === 0 ? (
          <>
            {t('campaign.template.none')}{' '}
            <Anchor component={Link} to={`/${accountId}/marketing/template`} inherit>
              {t('marketing.template.title')}
            </Anchor>
          </>
        ) : undefined
      }
      searchable
      clearable
      data={[...known, ...items.map(({ id, name }) => ({ value: id, label: String(name) }))]}
      value={value}
      onChange={(next) => {
        const topic = items.find(({ id }) => id === next)?.['topic']
        change(next, typeof topic === 'string' ? topic : undefined)
      }}
    />
  )
}
