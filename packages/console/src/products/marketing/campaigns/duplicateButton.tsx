import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { ApiRecord } from '#console/parts/descriptor.ts'
import { keepDraft } from '#console/parts/form/drafts.ts'
import { notifyFailure } from '#console/parts/notices.tsx'
import { t } from '#console/texts/texts.ts'
import { copiedValues, type Campaign } from './campaignDraft.ts'

/** Opens the form of a new campaign with everything of another one but its schedule and state. */
export function PageTool({ record }: { record: ApiRecord }) {
  const { id: accountId, client } = useAccount()
  const canWrite = useScope()('marketing.campaign:write')
  const navigate = useNavigate()
  if (!canWrite) return null
  const duplicate = async () => {
    try {
      const campaign = await client.call('marketing.campaign.get', { campaignId: record.id })
      keepDraft(`${accountId}.marketing.campaign.new`, { initial: {}, values: copyOf(campaign) })
      await navigate({ to: `/${accountId}/marketing/campaign/new` })
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <Button variant="default" leftSection={<Copy size={15} aria-hidden />} onClick={() => void duplicate()}>
      {t('campaign.duplicate')}
    </Button>
  )
}

/** Longest part of the former name: the whole name has a bound of 120 characters. */
const nameMax = 100

function copyOf(campaign: Campaign) {
  return { ...copiedValues(campaign), name: t('campaign.duplicate.name', { name: campaign.name.slice(0, nameMax) }) }
}
