import '#console/parts/screenStyles.ts'
import { Code, Stack, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { usePageNoun } from '#console/parts/pageNoun.ts'
import { useRecord } from '#console/parts/recordQueries.ts'

/** The page of one record. */
export function RecordPage() {
  const { recordId = '' } = useParams({ strict: false })
  const record = useRecord(usePageNoun(), recordId)
  return (
    <Stack>
      <Title order={1}>{String(record['title'] ?? record['name'] ?? record.id)}</Title>
      <Code block>{JSON.stringify(record, null, 2)}</Code>
    </Stack>
  )
}
