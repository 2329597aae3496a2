import '#console/parts/screenStyles.ts'
import { Code, Stack, Tabs } from '@mantine/core'
import { CatchBoundary, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { FailurePage } from '#console/app/failurePage.tsx'
import { CurrencyContext, useCurrencyOf } from '#console/parts/currencyContext.ts'
import { nounScreens } from '#console/products/screens.ts'
import { operationsOf, partsOf, useDescription, useSchemas } from '#console/parts/description.ts'
import type { ApiRecord, Panel, PanelProps } from '#console/parts/descriptor.ts'
import { loadedPart } from '#console/parts/loadedPart.ts'
import { usePageNoun } from '#console/parts/pageNoun.ts'
import { useRecord, useStale } from '#console/parts/recordQueries.ts'
import { t } from '#console/texts/texts.ts'
import { RecordFields } from './recordFields.tsx'
import { RecordHeader } from './recordHeader.tsx'
import { RelatedRecords } from './relatedRecords.tsx'
import { StateDiagram } from './stateDiagram.tsx'
import { TimeLine } from './timeLine.tsx'
import './record.css'

/** The page of one record: actions, fields, states, related records, time line, and panels of its product. */
export function RecordPage() {
  const noun = usePageNoun()
  const { recordId = '' } = useParams({ strict: false })
  const record = useRecord(noun, recordId)
  const stale = useStale()
  const reload = () => stale(noun.id)
  const panels = (nounScreens(noun).panels ?? []).filter(
    ({ states }) => states === undefined || states.includes(String(record['status'])),
  )
  return (
    <CurrencyContext value={useCurrencyOf(record)}>
      <Stack gap="lg" key={recordId}>
        <RecordHeader noun={noun} record={record} reload={reload} />
        <PanelsAt place="top" panels={panels} noun={noun} record={record} reload={reload} />
        <RecordTabs noun={noun} record={record} reload={reload} panels={panels} />
      </Stack>
    </CurrencyContext>
  )
}

type Parts = PanelProps & { panels: readonly Panel[] }

function RecordTabs({ noun, record, reload, panels }: Parts) {
  const search: Record<string, string> = useSearch({ strict: false })
  const navigate = useNavigate()
  const tabs = panels.filter(({ place }) => place === 'tab')
  const description = useDescription()
  // A noun that only operations name, such as a logged request, never changes.
  const hasTimeLine = noun.initial !== null || operationsOf(description, noun).some(({ kind }) => kind !== 'read')
  const ids = [...tabs.map(({ id }) => id), ...(hasTimeLine ? ['timeline'] : []), 'json']
  // The address may name a tab that this state of the record does not have.
  const current = ids.find((id) => id === search['tab']) ?? 'overview'
  return (
    <Tabs
      value={current}
      keepMounted={false}
      onChange={(tab) =>
        void navigate({ to: '.', search: tab === 'overview' || tab === null ? {} : { tab }, replace: true })
      }
    >
      <Tabs.List className="record-tabs">
        <Tabs.Tab value="overview">{t('record.overview')}</Tabs.Tab>
        {tabs.map(({ id, title }) => (
          <Tabs.Tab key={id} value={id}>
            {t(title)}
          </Tabs.Tab>
        ))}
        {hasTimeLine ? <Tabs.Tab value="timeline">{t('record.timeline')}</Tabs.Tab> : null}
        <Tabs.Tab value="json">{t('record.raw')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="overview" pt="md">
        <Overview noun={noun} record={record} reload={reload} panels={panels} />
      </Tabs.Panel>
      {tabs.map((panel) => (
        <Tabs.Panel key={panel.id} value={panel.id} pt="md">
          <LoadedPanel panel={panel} noun={noun} record={record} reload={reload} />
        </Tabs.Panel>
      ))}
      <Tabs.Panel value="timeline" pt="md">
        <TimeLine record={record} />
      </Tabs.Panel>
      <Tabs.Panel value="json" pt="md">
        <Code block tabIndex={0}>
          {JSON.stringify(masked(record), null, 2)}
        </Code>
      </Tabs.Panel>
    </Tabs>
  )
}

function Overview({ noun, record, reload, panels }: Parts) {
  const schemas = useSchemas(partsOf(noun.id).product).nouns[noun.id]
  return (
    <Stack>
      <PanelsAt place="overview" panels={panels} noun={noun} record={record} reload={reload} />
      <div className="columns">
        <Stack>
          <RecordFields noun={noun} record={record} schemas={schemas} />
        </Stack>
        <Stack>
          <PanelsAt place="side" panels={panels} noun={noun} record={record} reload={reload} />
          <StateDiagram noun={noun} status={String(record['status'] ?? '')} />
          <RelatedRecords noun={noun} record={record} />
        </Stack>
      </div>
    </Stack>
  )
}

function PanelsAt({ place, panels, ...props }: Parts & { place: Panel['place'] }) {
  return panels
    .filter((panel) => panel.place === place)
    .map((panel) => <LoadedPanel key={panel.id} panel={panel} {...props} />)
}

/** A panel, with a place of its own for a failure to load. */
function LoadedPanel({ panel, noun, record, reload }: PanelProps & { panel: Panel }) {
  const Loaded = loadedPart(panel.load, 'Panel')
  return (
    <CatchBoundary
      getResetKey={() => panel.id}
      errorComponent={({ error, reset }) => <FailurePage error={error} retry={reset} />}
    >
      <Suspense>
        <Loaded noun={noun} record={record} reload={reload} />
      </Suspense>
    </CatchBoundary>
  )
}

/** The record without its secrets, for the raw view. */
function masked(record: ApiRecord): unknown {
  return JSON.parse(
    JSON.stringify(record, (name, value) => (/secret|streamKey|password/i.test(name) && value ? '••••' : value)),
  )
}
