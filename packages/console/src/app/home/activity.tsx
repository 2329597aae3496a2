import { Alert, Group, Stack, Text, Title } from '@mantine/core'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useScope } from '#console/app/session.tsx'
import { SparkLine } from '#console/parts/charts/sparkLine.tsx'
import { productTitle } from '#console/products/descriptors.ts'
import { findOperation, useDescription } from '#console/parts/description.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { numberText } from '#console/texts/formats.ts'
import { toldSentence } from '#console/texts/sentences.ts'
import { plural, t } from '#console/texts/texts.ts'

type Overview = {
  products: { product: string; title: string; hours: { at: string; count: number }[] }[]
  attention: {
    kind: string
    severity: 'bad' | 'warn'
    title: string
    detail: string
    count: number
    recordId: string | null
  }[]
}

const everyMs = 30_000

function useOverview(): Overview | undefined {
  const operation = findOperation(useDescription(), 'account.overview.get')
  const hasScope = useScope()
  const isOn = operation !== undefined && hasScope(operation.scope)
  return useRead<Overview>('account.overview.get', {}, { everyMs, isOn }).data
}

/** Findings for a person: dead jobs, failing endpoints, unhealthy streams, a full disk. */
export function AttentionList() {
  const attention = useOverview()?.attention ?? []
  if (attention.length === 0) return null
  return (
    <Stack gap="xs" component="section" className="attention" aria-label={t('home.attention')}>
      {attention.map((each) => {
        const isBad = each.severity === 'bad'
        const [title, detail] = [toldSentence(each.title), toldSentence(each.detail)]
        const Icon = isBad ? CircleAlert : TriangleAlert
        return (
          <Alert
            key={`${each.kind} ${each.recordId ?? ''}`}
            color={isBad ? 'red' : 'yellow'}
            icon={<Icon size={18} aria-hidden />}
            title={<span lang={title.lang}>{title.text}</span>}
          >
            <Group gap="sm">
              <Text size="sm" lang={detail.lang}>
                {detail.text}
              </Text>
              {each.recordId === null ? null : (
                <Text span size="sm">
                  <RecordLink id={each.recordId} text={t('home.attention.open')} />
                </Text>
              )}
            </Group>
          </Alert>
        )
      })}
    </Stack>
  )
}

/** A spark line of the last 24 hours for each product. */
export function ProductActivity() {
  const products = useOverview()?.products ?? []
  if (products.length === 0) return null
  return (
    <section className="surface section" aria-labelledby="home-products">
      <Title order={2} id="home-products">
        {t('home.products')}
      </Title>
      {products.map(({ product, hours, ...each }) => {
        const title = productTitle({ name: product, title: each.title })
        const sum = hours.reduce((total, { count }) => total + count, 0)
        return (
          <Group key={product} justify="space-between" wrap="nowrap">
            <div>
              <Text size="sm" fw={600}>
                {title}
              </Text>
              <Text size="xs" c="dimmed">
                {plural('home.facts.count', sum)}
              </Text>
            </div>
            <SparkLine
              label={`${title}: ${numberText(sum)}`}
              values={hours.map(({ count }) => count)}
              width={150}
              height={36}
            />
          </Group>
        )
      })}
    </section>
  )
}
