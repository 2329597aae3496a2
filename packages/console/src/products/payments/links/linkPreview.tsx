import { Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { useSchemas } from '#console/parts/description.ts'
import type { FormAsideProps } from '#console/parts/descriptor.ts'
import { sentValues } from '#console/parts/form/formValues.ts'
import { languageTag, t } from '#console/texts/texts.ts'
import './linkPreview.css'

const typedMs = 400
const operation = 'payments.paymentLink.preview'
const firstHeightPx = 420
const heightMinPx = 200
const heightMaxPx = 3_000

/** The page of the link as a payer will see it, which follows the form. */
export function FormAside({ values, record }: FormAsideProps) {
  const { id: accountId, client } = useAccount()
  const fields = useSchemas('payments').operations[operation]?.input ?? {}
  const sent = sentValues({ ...record, ...values }, fields)
  const known = Object.entries(sent).filter(
    ([name, value]) => name in (fields.properties ?? {}) && value !== null && name !== 'clientReference',
  )
  const [draft] = useDebouncedValue(JSON.stringify(Object.fromEntries(known)), typedMs)
  const { data, isError } = useQuery({
    queryKey: [accountId, operation, draft],
    queryFn: () => client.call(operation, JSON.parse(draft)),
    // A draft that is wrong for now leaves the page of the last one.
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <section className="surface section" aria-label={t('payments.link.preview')}>
      <Title order={2}>{t('payments.link.preview')}</Title>
      {isError || data === undefined ? (
        <Text size="sm" c="dimmed">
          {t('payments.link.preview.none')}
        </Text>
      ) : (
        <PageFrame html={data.html} />
      )}
    </section>
  )
}

/** The style sheet of pages, read once. */
let sheet: Promise<string> | undefined

function pageSheet(): Promise<string> {
  sheet ??= fetch('/console/pageStyle').then((response) => response.text())
  return sheet
}

/** HTML of a page in a frame without scripts and forms, with the style sheet of pages. */
function PageFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [css, setCss] = useState<string>()
  const [height, setHeight] = useState(firstHeightPx)
  useEffect(() => {
    void pageSheet().then(setCss, () => setCss(''))
  }, [])
  if (css === undefined) return null
  const style = () => {
    const opened = frame.current?.contentDocument
    if (opened === null || opened === undefined) return
    const rules = new (opened.defaultView ?? globalThis).CSSStyleSheet()
    // Buttons for browsers without scripts are not seen by most payers.
    rules.replaceSync(`${css}[data-scriptless]{display:none}`)
    opened.adoptedStyleSheets = [rules]
    // The page itself is as high as its frame at least: its content says how high it needs to be.
    const content = opened.querySelector('main')
    const bottom = content === null ? 0 : content.offsetTop + content.offsetHeight
    setHeight(Math.min(heightMaxPx, Math.max(bottom, heightMinPx)))
  }
  const title = t('payments.link.preview')
  const head = `<meta charset="utf-8"><title>${title}</title>`
  return (
    <iframe
      ref={frame}
      className="link-preview"
      title={title}
      // No allow-scripts: with the page's own origin, the console alone can reach into the frame.
      sandbox="allow-same-origin"
      referrerPolicy="no-referrer"
      srcDoc={`<!doctype html><html lang="${languageTag()}"><head>${head}</head><body inert>${html}</body></html>`}
      onLoad={style}
      height={height}
    />
  )
}
