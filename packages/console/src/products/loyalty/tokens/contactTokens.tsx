import { useScope } from '#console/app/session.tsx'
import { Stack } from '@mantine/core'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { t } from '#console/texts/texts.ts'
import { Statement } from './statement.tsx'

/** Tokens of a contact on its page. */
export function Panel({ record }: PanelProps) {
  const hasScope = useScope()
  if (!hasScope('loyalty.reward:read')) return <p>{t('shell.forbidden')}</p>
  return (
    <Stack>
      <Statement contactId={record.id} />
    </Stack>
  )
}
