import { Button, Stack } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { Dialog } from '#console/parts/dialog.tsx'
import type { BulkToolProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { FieldWidget as TagsWidget } from '#console/products/marketing/filters/namesInUse.tsx'
import { t } from '#console/texts/texts.ts'

const changes = ['addTags', 'removeTags'] as const

/** Buttons that add tags to the selected contacts, or remove them. */
export function BulkTool({ isBusy, run }: BulkToolProps) {
  const [change, setChange] = useState<(typeof changes)[number]>()
  const [tags, setTags] = useState<unknown>([])
  const open = (next: typeof change) => {
    setTags([])
    setChange(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change === undefined || !Array.isArray(tags) || tags.length === 0) return
    run(t(`contact.${change}`), { [change]: tags })
    setChange(undefined)
  }
  return (
    <>
      {changes.map((each) => (
        <Button key={each} size="compact-sm" variant="white" color="dark" disabled={isBusy} onClick={() => open(each)}>
          {t(`contact.${each}`)}
        </Button>
      ))}
      {change === undefined ? null : (
        <Dialog onClose={() => setChange(undefined)} title={t(`contact.${change}`)} centered>
          <form noValidate onSubmit={submit}>
            <Stack>
              <TagsWidget label={labelOf('tags')} description={undefined} value={tags} onChange={setTags} errors={{}} />
              <Button type="submit">{t(`contact.${change}`)}</Button>
            </Stack>
          </form>
        </Dialog>
      )}
    </>
  )
}
