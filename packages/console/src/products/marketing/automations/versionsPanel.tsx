import { Badge, Button, Group, Select, Stack, Table, Text, Title } from '@mantine/core'
import { ReactFlowProvider } from '@xyflow/react'
import { useMemo, useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount, useScope } from '#console/app/session.tsx'
import { confirmed } from '#console/parts/confirmation.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { useRead } from '#console/parts/recordQueries.ts'
import { agoText, exactMomentText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { CanvasFlow } from './canvasFlow.tsx'
import { triggerId, type NodeMarks } from './canvasScene.ts'
import { definitionDiff, type DefinitionDiff, type NodeChange } from './definitionDiff.ts'
import { definitionOf, editableStates, type Automation } from './definitionDraft.ts'
import './canvas.css'

type Versions = OutputOf<'marketing.automation.versions'>

const listed = 50

/** Versions of an automation: the contacts that run on each, and two of them side by side. */
export function Panel({ record, reload }: PanelProps) {
  const { data } = useRead<Versions>('marketing.automation.versions', { automationId: record.id, limit: listed })
  const newest = data?.items[0]?.version ?? 1
  const [chosen, setChosen] = useState<{ left?: number; right?: number }>({})
  if (data === undefined) return null
  const left = chosen.left ?? Math.max(1, newest - 1)
  const right = chosen.right ?? newest
  const choices = data.items.map(({ version }) => ({
    value: String(version),
    label: t('automation.version', { version }),
  }))
  return (
    <Stack gap="lg">
      <VersionTable versions={data} />
      <section className="surface section automation" aria-label={t('automation.compare')}>
        <Title order={2}>{t('automation.compare')}</Title>
        <div className="automation-pair">
          {(['left', 'right'] as const).map((side) => (
            <Select
              key={side}
              label={t(`automation.compare.${side}`)}
              data={choices}
              allowDeselect={false}
              value={String(side === 'left' ? left : right)}
              onChange={(next) => setChosen({ ...chosen, [side]: Number(next) })}
            />
          ))}
        </div>
        <Comparison automationId={record.id} left={left} right={right} />
        <Restore record={record} version={left} newest={newest} reload={reload} />
      </section>
    </Stack>
  )
}

function VersionTable({ versions }: { versions: Versions }) {
  return (
    <section className="surface section">
      <Title order={2}>{t('automation.versions')}</Title>
      <div className="automation-scroll" tabIndex={0} role="region" aria-label={t('automation.versions')}>
        <Table fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('automation.versions.number')}</Table.Th>
              <Table.Th>{t('automation.versions.at')}</Table.Th>
              <Table.Th>{t('automation.versions.steps')}</Table.Th>
              <Table.Th>{t('automation.versions.runs')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {versions.items.map(({ version, createdAt, nodeCount, activeRuns }) => (
              <Table.Tr key={version}>
                <Table.Td>{version}</Table.Td>
                <Table.Td title={exactMomentText(createdAt)}>{agoText(createdAt)}</Table.Td>
                <Table.Td>{numberText(nodeCount)}</Table.Td>
                <Table.Td>{numberText(activeRuns)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  )
}

/** Saves an earlier definition as the newest version. */
function Restore({
  record,
  version,
  newest,
  reload,
}: Pick<PanelProps, 'record' | 'reload'> & { version: number; newest: number }) {
  const { client } = useAccount()
  const canWrite = useScope()('marketing.automation:write') && editableStates.has(String(record['status']))
  if (!canWrite || version === newest) return null
  const restore = async () => {
    const title = t('automation.restore', { version })
    if (!(await confirmed({ title, text: t('automation.restore.text'), button: title }))) return
    try {
      const automation = await client.call('marketing.automation.get', { automationId: record.id, version })
      const definition = definitionOf(automation)
      await client.callAny('marketing.automation.update', { automationId: record.id, ...definition })
      notify(t('automation.saved'))
      await reload()
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <Group>
      <Button variant="default" size="xs" onClick={() => void restore()}>
        {t('automation.restore', { version })}
      </Button>
    </Group>
  )
}

type ComparisonProps = { automationId: string; left: number; right: number }

function Comparison({ automationId, left, right }: ComparisonProps) {
  const { data: before } = useRead<Automation>('marketing.automation.get', { automationId, version: left })
  const { data: after } = useRead<Automation>('marketing.automation.get', { automationId, version: right })
  const diff = useMemo(
    () =>
      before === undefined || after === undefined
        ? undefined
        : definitionDiff(definitionOf(before), definitionOf(after)),
    [before, after],
  )
  if (before === undefined || after === undefined || diff === undefined) return null
  return (
    <>
      <Changes diff={diff} />
      <div className="automation-pair">
        <Side key={`left ${left}`} automation={before} changes={diff.nodes} />
        <Side key={`right ${right}`} automation={after} changes={diff.nodes} />
      </div>
    </>
  )
}

function Changes({ diff: { nodes, parts } }: { diff: DefinitionDiff }) {
  if (nodes.length + parts.length === 0) return <Text c="dimmed">{t('automation.compare.same')}</Text>
  return (
    <ul className="automation-changes">
      {nodes.map(({ nodeId, change, fields }) => (
        <li key={nodeId}>
          <Badge variant="light" tt="none" data-change={change} className="automation-change">
            {t(`automation.change.${change}`)}
          </Badge>
          <span>
            {nodeId}
            {fields.length === 0 ? '' : `: ${fields.map(labelOf).join(', ')}`}
          </span>
        </li>
      ))}
      {parts.map((name) => (
        <li key={name}>
          <Badge variant="light" tt="none" data-change="changed" className="automation-change">
            {t('automation.change.changed')}
          </Badge>
          <span>{labelOf(name)}</span>
        </li>
      ))}
    </ul>
  )
}

function Side({ automation, changes }: { automation: Automation; changes: readonly NodeChange[] }) {
  const definition = useMemo(() => definitionOf(automation), [automation])
  const marksOf = useMemo(() => {
    const byNode = new Map(changes.map(({ nodeId, change }) => [nodeId, change]))
    const entry = definition.nodes[0]?.nodeId
    return (id: string): NodeMarks => {
      const change = id === triggerId ? undefined : byNode.get(id)
      const common = { numbers: undefined, errors: [], warnings: [], steps: [], isEntry: id === entry }
      return change === undefined ? common : { ...common, change }
    }
  }, [definition, changes])
  const [chosen, setChosen] = useState<string>()
  return (
    <ReactFlowProvider>
      <CanvasFlow
        definition={definition}
        marksOf={marksOf}
        chosen={chosen}
        canWrite={false}
        change={() => undefined}
        choose={setChosen}
        remove={() => undefined}
        add={() => undefined}
      />
    </ReactFlowProvider>
  )
}
