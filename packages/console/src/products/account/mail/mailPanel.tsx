import { SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { t } from '#console/texts/texts.ts'
import { MailFrame } from '#console/parts/mail/mailFrame.tsx'
import './mail.css'

/** The content of a caught mail, as its recipient would read it. */
export function Panel({ record }: PanelProps) {
  const { text, html } = record
  const [form, setForm] = useState('html')
  return (
    <Stack className="surface mail" gap={0}>
      {typeof html === 'string' ? (
        <div className="mail-forms">
          <SegmentedControl
            size="xs"
            aria-label={t('account.mail.form')}
            value={form}
            onChange={setForm}
            data={[
              { value: 'html', label: 'HTML' },
              { value: 'text', label: t('account.mail.text') },
            ]}
          />
        </div>
      ) : null}
      {typeof html === 'string' && form === 'html' ? (
        <MailFrame html={html} title={String(record['subject'])} />
      ) : (
        <MailText text={String(text)} />
      )}
    </Stack>
  )
}

const address = /(https?:\/\/[^\s<>"]+)/

/** Plain text with its addresses as links. */
function MailText({ text }: { text: string }) {
  return (
    <div className="mail-text">
      {text.split(address).map((part, at) =>
        at % 2 === 1 ? (
          <a key={at} href={part} target="_blank" rel="noopener noreferrer">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </div>
  )
}
