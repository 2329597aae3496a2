import { Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
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
/**
 * Buttons for browsers without scripts are not seen by most payers. A page is as high as its window at least, but its
 * content alone says how high the frame needs to be.
 */
const frameRules = '[data-scriptless]{display:none} body{min-height:0;display:block}'

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
    queryFn: () => client.call(operation, { ...JSON.parse(draft), language: languageTag() }),
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

/** HTML of a page in a frame without scripts and forms, with the style sheet of pages. */
function PageFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(firstHeightPx)
  const fit = () => {
    const opened = frame.current?.contentDocument
    if (opened === null || opened === undefined) return
    const rules = new (opened.defaultView ?? globalThis).CSSStyleSheet()
    rules.replaceSync(frameRules)
    opened.adoptedStyleSheets = [rules]
    const content = opened.querySelector('main')
    const bottom = content === null ? 0 : content.offsetTop + content.offsetHeight
    setHeight(Math.min(heightMaxPx, Math.max(bottom, heightMinPx)))
  }
  const title = t('payments.link.preview')
  const head = `<meta charset="utf-8"><title>${title}</title><link rel="stylesheet" href="/console/pageStyle">`
  return (
    <iframe
      ref={frame}
      className="link-preview"
      title={title}
      // No allow-scripts: with the page's own origin, the console alone can reach into the frame.
      sandbox="allow-same-origin"
      referrerPolicy="no-referrer"
      srcDoc={`<!doctype html><html lang="${languageTag()}"><head>${head}</head><body inert>${html}</body></html>`}
      onLoad={fit}
      height={height}
    />
  )
}
