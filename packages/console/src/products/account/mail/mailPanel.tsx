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
      <Envelope record={record} />
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

/** Sender, receiver and address for answers, and the headers of a mail on demand. */
function Envelope({ record }: Pick<PanelProps, 'record'>) {
  const { from, to, toName, replyTo } = record
  // cast: the operation returns a list of named values.
  const headers = (record['headers'] ?? []) as { name: string; value: string }[]
  const sender = typeof from === 'object' && from !== null ? withName(Object(from).name, Object(from).address) : null
  const lines = [
    [t('account.mail.from'), sender ?? t('account.mail.from.server')],
    [t('account.mail.to'), withName(toName, to)],
    ...(typeof replyTo === 'string' ? [[t('account.mail.replyTo'), replyTo]] : []),
  ]
  return (
    <div className="mail-envelope">
      <dl>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {headers.length === 0 ? null : (
        <details>
          <summary>{t('account.mail.headers')}</summary>
          <pre tabIndex={0}>{headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}</pre>
        </details>
      )}
    </div>
  )
}

function withName(name: unknown, address: unknown): string {
  return typeof name === 'string' && name !== '' ? `${name} <${String(address)}>` : String(address)
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
