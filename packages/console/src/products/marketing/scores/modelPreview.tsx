import { Stack, Text } from '@mantine/core'
import { Fragment } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { labelOf } from '#console/parts/labels.ts'
import { numberText } from '#console/texts/formats.ts'
import { plural, t } from '#console/texts/texts.ts'

type Preview = NonNullable<OutputOf<'marketing.leadScore.update'>['preview']>

/** Contacts by status before and after a change of the model. */
export function ModelPreview({ preview }: { preview: Preview }) {
  const { contacts, isSample, before, after } = preview
  const names = [...new Set([...Object.keys(after), ...Object.keys(before)])]
  const most = Math.max(1, ...Object.values(before), ...Object.values(after))
  return (
    <Stack gap="xs" aria-live="polite">
      <Text size="sm">{plural(isSample ? 'score.preview.sample' : 'score.preview.all', contacts)}</Text>
      <dl className="preview-bars">
        {names.map((name) => (
          <Fragment key={name}>
            <dt>{labelOf(name)}</dt>
            <dd className="preview-bar" aria-hidden>
              <span data-before style={{ inlineSize: `${((before[name] ?? 0) / most) * 100}%` }} />
              <span style={{ inlineSize: `${((after[name] ?? 0) / most) * 100}%` }} />
            </dd>
            <dd className="preview-number">
              {t('score.preview.change', {
                before: numberText(before[name] ?? 0),
                after: numberText(after[name] ?? 0),
              })}
            </dd>
          </Fragment>
        ))}
      </dl>
    </Stack>
  )
}
