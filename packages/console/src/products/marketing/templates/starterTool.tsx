import { Button, Menu, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { LayoutTemplate } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { Noun } from '#console/parts/description.ts'
import { notifyFailure } from '#console/parts/notices.tsx'
import { useRead, useStale } from '#console/parts/recordQueries.ts'
import { t } from '#console/texts/texts.ts'

type Starters = OutputOf<'marketing.template.starters'>

/** A menu of templates to begin with: a press makes one and opens it. */
export function ListTool({ noun }: { noun: Noun }) {
  const { id: accountId, client } = useAccount()
  const canWrite = useScope()('marketing.template:write')
  const stale = useStale()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  const { data } = useRead<Starters>('marketing.template.starters', {}, { isOn: isOpen })
  if (!canWrite) return null
  const make = async ({ key: _key, description: _text, preheader, ...draft }: Starters['items'][number]) => {
    try {
      const named = preheader === '' ? draft : { ...draft, preheader }
      const { id } = await client.call('marketing.template.create', named)
      await stale(noun.id)
      await navigate({ to: `/${accountId}/marketing/template/${String(id)}` })
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <Menu opened={isOpen} onChange={setOpen} width={340}>
      <Menu.Target>
        <Button variant="default" leftSection={<LayoutTemplate size={16} aria-hidden />}>
          {t('template.starters')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(data?.items ?? []).map((starter) => (
          <Menu.Item key={starter.key} onClick={() => void make(starter)}>
            {starter.name}
            <Text size="xs" c="dimmed">
              {starter.description}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
