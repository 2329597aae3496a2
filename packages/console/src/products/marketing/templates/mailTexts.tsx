import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FormValues } from '#console/parts/form/formValues.ts'
import { labelOf } from '#console/parts/labels.ts'
import { t } from '#console/texts/texts.ts'
import { BodyEditor } from './bodyEditor.tsx'

type MailTextsProps = {
  values: FormValues
  change(part: FormValues): void
  /** JSON pointer of the body. */
  bodyPath: string
  bodyError: string | undefined
  /** Fields before the body, such as subject and format. */
  children: ReactNode
}

/** Fields and body of a mail. A change of its format opens another editor. */
export function MailTexts({ values, change, bodyPath, bodyError, children }: MailTextsProps) {
  const format = typeof values['format'] === 'string' ? values['format'] : 'markdown'
  return (
    <Stack gap="sm">
      {children}
      <div data-path={bodyPath}>
        <Text size="sm" fw={600} mb={4} aria-hidden>
          {labelOf('body')}
        </Text>
        <BodyEditor
          key={format}
          format={format}
          value={typeof values['body'] === 'string' ? values['body'] : ''}
          isReadOnly={false}
          onChange={(body) => change({ body })}
        />
        {bodyError === undefined ? null : (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {bodyError}
          </Text>
        )}
      </div>
      <Text size="xs" c="dimmed">
        {t('campaign.text.help')}
      </Text>
    </Stack>
  )
}
