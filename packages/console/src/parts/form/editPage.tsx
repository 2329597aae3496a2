import '#console/parts/screenStyles.ts'
import { Title } from '@mantine/core'
import { usePageNoun } from '#console/parts/pageNoun.ts'

/** The form of a record. */
export function EditPage() {
  return <Title order={1}>{usePageNoun().title}</Title>
}
