import { Alert, Button, Group, Text, Textarea, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Background, Controls, Handle, Position, ReactFlow, useNodesState, type NodeProps } from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { useMemo, useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { OutputOf } from '#console/app/client.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { labelOf } from '#console/parts/labels.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { t } from '#console/texts/texts.ts'
import { connected, pathsOf, placesOf, waysOf, type CanvasNode } from './canvasGraph.ts'
import './canvas.css'

type Automation = OutputOf<'marketing.automation.get'>
type Numbers = { in: number; waiting: number; failed: number }
type FlowData = { node: CanvasNode; numbers: Numbers | undefined }

const editableStates = new Set(['draft', 'paused', 'error'])

/** The graph of an automation: nodes to drag and connect, with their numbers, and a form of the chosen node. */
export function Panel({ record, reload }: PanelProps) {
  const { client } = useAccount()
  const { data } = useQuery({
    queryKey: ['marketing.automation.get', record.id, record['version']],
    queryFn: () => client.call('marketing.automation.get', { automationId: record.id }),
  })
  return data === undefined ? null : <Canvas key={data.version} automation={data} reload={reload} />
}

function Canvas({ automation, reload }: { automation: Automation; reload(): Promise<void> }) {
  const { client } = useAccount()
  const canWrite = useScope()('marketing.automation:write') && editableStates.has(automation.status)
  const [nodes, setNodes] = useState<CanvasNode[]>(() => automation.nodes)
  const [chosen, setChosen] = useState<string>()
  const [simulated, setSimulated] = useState<OutputOf<'marketing.automation.simulate'>>()
  const isChanged = JSON.stringify(nodes) !== JSON.stringify(automation.nodes)
  const attempt = async (work: () => Promise<void>) => work().catch(notifyFailure)
  const save = () =>
    attempt(async () => {
      await client.callAny('marketing.automation.update', { automationId: automation.id, nodes })
      notify(t('automation.saved'))
      await reload()
    })
  const simulate = () =>
    attempt(async () => {
      const input = { automationId: automation.id, ...(isChanged ? { nodes } : {}) }
      // cast: the response of the operation has the type that the SDK names.
      setSimulated((await client.callAny('marketing.automation.simulate', input)) as typeof simulated)
    })
  const node = nodes.find(({ nodeId }) => nodeId === chosen)
  return (
    <section className="surface section">
      <Group justify="space-between">
        <Title order={2}>{t('automation.canvas')}</Title>
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => void simulate()}>
            {t('automation.simulate')}
          </Button>
          <Button size="xs" disabled={!canWrite || !isChanged} onClick={() => void save()}>
            {t('automation.save')}
          </Button>
        </Group>
      </Group>
      {canWrite ? null : <Text c="dimmed">{t('automation.locked')}</Text>}
      {simulated === undefined ? null : (
        <Alert withCloseButton closeButtonLabel={t('automation.close')} onClose={() => setSimulated(undefined)}>
          {t('automation.simulated', {
            entered: simulated.entered,
            completed: simulated.completed,
            active: simulated.active,
          })}
        </Alert>
      )}
      <Graph
        nodes={nodes}
        numbers={simulated?.perNode ?? automation.stats.perNode}
        canWrite={canWrite}
        change={setNodes}
        choose={setChosen}
      />
      {node === undefined ? null : (
        <NodeForm
          key={node.nodeId}
          node={node}
          canWrite={canWrite}
          change={(next) => setNodes(nodes.map((each) => (each.nodeId === node.nodeId ? next : each)))}
        />
      )}
    </section>
  )
}

type GraphProps = {
  nodes: CanvasNode[]
  numbers: readonly { nodeId: string; in: number; waiting: number; failed?: number }[]
  canWrite: boolean
  change(nodes: CanvasNode[]): void
  choose(nodeId: string | undefined): void
}

const nodeTypes = { step: StepNode }

function Graph({ nodes, numbers, canWrite, change, choose }: GraphProps) {
  const edges = useMemo(
    () =>
      waysOf(nodes).map(({ from, path, to }) => ({
        id: `${from} ${path}`,
        source: from,
        sourceHandle: path,
        target: to,
      })),
    [nodes],
  )
  const places = placesOf(nodes)
  const byNode = new Map(numbers.map((each) => [each.nodeId, { failed: 0, ...each }]))
  const [flow, , onNodesChange] = useNodesState(
    nodes.map((node) => ({
      id: node.nodeId,
      type: 'step',
      position: places.get(node.nodeId) ?? { x: 0, y: 0 },
      data: {},
      ariaLabel: `${node.nodeId}, ${labelOf(node.type)}`,
    })),
  )
  const shown = flow.map((each) => {
    const node = nodes.find(({ nodeId }) => nodeId === each.id)
    return { ...each, data: { node, numbers: byNode.get(each.id) } }
  })
  return (
    <div className="automation-canvas">
      <ReactFlow
        nodes={shown}
        edges={edges}
        nodeTypes={nodeTypes}
        fitView
        nodesDraggable={canWrite}
        nodesConnectable={canWrite}
        edgesFocusable={canWrite}
        onNodesChange={onNodesChange}
        onNodeDragStop={(_, { id, position }) =>
          change(nodes.map((node) => (node.nodeId === id ? { ...node, position } : node)))
        }
        onConnect={({ source, sourceHandle, target }) =>
          change(connected(nodes, { from: source, path: sourceHandle ?? 'next', to: target }))
        }
        onEdgesDelete={(gone) =>
          change(
            gone.reduce(
              (rest, { source, sourceHandle }) =>
                connected(rest, { from: source, path: sourceHandle ?? 'next', to: null }),
              nodes,
            ),
          )
        }
        onSelectionChange={({ nodes: selected }) => choose(selected[0]?.id)}
        deleteKeyCode={canWrite ? ['Delete', 'Backspace'] : null}
        onBeforeDelete={({ edges: gone }) => Promise.resolve({ nodes: [], edges: gone })}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  )
}

function StepNode({ data }: NodeProps) {
  // cast: the graph gives each node this data.
  const { node, numbers } = data as FlowData
  const paths = pathsOf(node)
  return (
    <div className="automation-node" data-type={node.type}>
      <Handle type="target" position={Position.Top} />
      <Text size="xs" c="dimmed">
        {labelOf(node.type)}
      </Text>
      <Text size="sm" fw={600}>
        {typeof node['label'] === 'string' ? node['label'] : node.nodeId}
      </Text>
      {numbers === undefined ? null : (
        <Text size="xs" c="dimmed">
          {t('automation.numbers', { in: numbers.in, waiting: numbers.waiting })}
        </Text>
      )}
      {paths.map((path, index) => (
        <Handle
          key={path}
          id={path}
          type="source"
          position={Position.Bottom}
          title={path}
          style={{ left: `${((index + 1) * 100) / (paths.length + 1)}%` }}
        />
      ))}
    </div>
  )
}

type NodeFormProps = { node: CanvasNode; canWrite: boolean; change(node: CanvasNode): void }

function NodeForm({ node, canWrite, change }: NodeFormProps) {
  const [text, setText] = useState(() => JSON.stringify(node, null, 2))
  const parsed = nodeFrom(text, node.nodeId)
  return (
    <Textarea
      label={t('automation.node', { name: node.nodeId })}
      description={t('automation.node.text')}
      autosize
      minRows={6}
      maxRows={20}
      readOnly={!canWrite}
      classNames={{ input: 'automation-json' }}
      value={text}
      error={parsed === undefined ? t('automation.node.wrong') : undefined}
      onChange={(event) => {
        setText(event.currentTarget.value)
        const next = nodeFrom(event.currentTarget.value, node.nodeId)
        if (next !== undefined) change(next)
      }}
    />
  )
}

function nodeFrom(text: string, nodeId: string): CanvasNode | undefined {
  try {
    const node: unknown = JSON.parse(text)
    const { type } = Object(node)
    return typeof type === 'string' && Object(node).nodeId === nodeId ? { ...Object(node), nodeId, type } : undefined
  } catch {
    return undefined
  }
}
