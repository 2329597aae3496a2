import {
  Background,
  Controls,
  MarkerType,
  ReactFlow,
  useNodesState,
  useReactFlow,
  type Edge,
  type Node,
  type NodeChange,
} from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { useEffect, useMemo, type DragEvent, type KeyboardEvent } from 'react'
import { labelOf } from '#console/parts/labels.ts'
import { t } from '#console/texts/texts.ts'
import { asEntry, connected, neighbourOf, waysOf, type CanvasNode, type NodePlace } from './canvasGraph.ts'
import { endsOf, layoutOf, nodeSize, type CanvasLayout } from './canvasLayout.ts'
import { triggerId, type NodeMarks } from './canvasScene.ts'
import type { Definition } from './definitionDraft.ts'
import { StepNode, TriggerNode, WayEdge } from './stepNode.tsx'
import { stepDataType } from './stepPalette.tsx'
import { wayLabel } from './stepTexts.ts'

type CanvasFlowProps = {
  definition: Definition
  marksOf(nodeId: string): NodeMarks
  chosen: string | undefined
  canWrite: boolean
  change(nodes: CanvasNode[]): void
  choose(id: string | undefined): void
  remove(nodeId: string): void
  add(type: string, place: NodePlace): void
}

const nodeTypes = { step: StepNode, trigger: TriggerNode }
const edgeTypes = { way: WayEdge }

/** The graph: nodes to drag and connect, with the mouse and with the keyboard. */
export function CanvasFlow(props: CanvasFlowProps) {
  const { definition, canWrite, change, choose, remove } = props
  const nodes = [...definition.nodes]
  const layout = useMemo(() => layoutOf(definition.nodes), [definition.nodes])
  const edges = useMemo(() => edgesOf(definition.nodes, layout), [definition.nodes, layout])
  const { flow, onNodesChange } = useFlowNodes(props, layout)
  const { screenToFlowPosition } = useReactFlow()
  const drop = (event: DragEvent) => {
    const type = event.dataTransfer.getData(stepDataType)
    if (type === '' || !canWrite) return
    event.preventDefault()
    props.add(type, placeOfDrop(event, screenToFlowPosition))
  }
  return (
    <div
      className="automation-canvas"
      onKeyDown={(event) => moveFocus(event, nodes)}
      onDrop={drop}
      onDragOver={(event) => event.dataTransfer.types.includes(stepDataType) && event.preventDefault()}
    >
      <ReactFlow
        nodes={flow}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        fitView
        fitViewOptions={{ maxZoom: 1, padding: 0.15 }}
        minZoom={0.2}
        nodesDraggable={canWrite}
        nodesConnectable={canWrite}
        edgesFocusable={canWrite}
        ariaLabelConfig={{ 'node.a11yDescription.default': t('automation.keys') }}
        onNodesChange={onNodesChange}
        onConnect={({ source, sourceHandle, target }) =>
          change(
            source === triggerId
              ? asEntry(nodes, target)
              : connected(nodes, { from: source, path: sourceHandle ?? 'next', to: target }),
          )
        }
        isValidConnection={({ source, target }) => source !== target && target !== triggerId}
        onNodeClick={(_, { id }) => choose(id)}
        onPaneClick={() => choose(undefined)}
        deleteKeyCode={canWrite ? ['Delete', 'Backspace'] : null}
        onBeforeDelete={({ nodes: gone, edges: cut }) => {
          const [node] = gone
          if (node !== undefined) {
            if (node.id !== triggerId) remove(node.id)
          } else change(cut.filter(({ source }) => source !== triggerId).reduce(disconnected, nodes))
          return Promise.resolve(false)
        }}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  )
}

function disconnected(nodes: CanvasNode[], { source, sourceHandle }: Edge): CanvasNode[] {
  return connected(nodes, { from: source, path: sourceHandle ?? 'next', to: null })
}

function edgesOf(nodes: readonly CanvasNode[], { courses }: CanvasLayout): Edge[] {
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const [entry] = nodes
  const common = { type: 'way', markerEnd: { type: MarkerType.ArrowClosed } }
  const ways = waysOf(nodes).filter(({ to }) => byId.has(to))
  return [
    ...(entry === undefined
      ? []
      : [
          {
            ...common,
            id: triggerId,
            source: triggerId,
            sourceHandle: 'entry',
            target: entry.nodeId,
            deletable: false,
            focusable: false,
            data: { way: 'entry', label: '' },
          },
        ]),
    ...ways.map(({ from, path, to }) => {
      const node = byId.get(from)
      const label = node === undefined ? '' : wayLabel(node, path)
      return {
        ...common,
        id: `${from} ${path}`,
        source: from,
        sourceHandle: path,
        target: to,
        data: { way: { from, path }, label, course: courses.get(`${from} ${path}`) },
        ariaLabel: t('automation.way', { from, to, label }),
      }
    }),
  ]
}

/** Nodes as React Flow keeps them: positions while they are dragged, and their measured sizes. */
function useFlowNodes(
  { definition, marksOf, chosen, canWrite, change, choose }: CanvasFlowProps,
  { places }: CanvasLayout,
) {
  const { nodes, trigger } = definition
  const shown = (): Node[] => {
    const entry = places.get(nodes[0]?.nodeId ?? '') ?? { x: 0, y: 0 }
    return [
      {
        id: triggerId,
        type: 'trigger',
        position: { x: entry.x, y: entry.y - nodeSize.height - 56 },
        draggable: false,
        selected: chosen === triggerId,
        data: { trigger, marks: marksOf(triggerId) },
        ariaLabel: t('automation.trigger'),
      },
      ...nodes.map((node) => ({
        id: node.nodeId,
        type: 'step',
        position: places.get(node.nodeId) ?? { x: 0, y: 0 },
        selected: chosen === node.nodeId,
        data: { node, marks: marksOf(node.nodeId), ends: endsOf(node, places) },
        ariaLabel: ariaOf(node, marksOf(node.nodeId)),
      })),
    ]
  }
  const [flow, setFlow, onChange] = useNodesState(shown())
  useEffect(() => {
    setFlow((current) => {
      const known = new Map(current.map((each) => [each.id, each]))
      return shown().map((each) => ({ ...known.get(each.id), ...each }))
    })
  }, [definition, chosen, marksOf])
  const onNodesChange = (changes: NodeChange[]) => {
    // The choice of a node is kept outside; a key press on a node chooses it too.
    const pressed = changes.find((each) => each.type === 'select' && each.selected)
    if (pressed !== undefined && 'id' in pressed) choose(pressed.id)
    onChange(changes.filter(({ type }) => type !== 'select'))
    const moved = new Map(
      changes.flatMap((each) =>
        each.type === 'position' && each.dragging !== true && each.position !== undefined
          ? [[each.id, each.position] as const]
          : [],
      ),
    )
    if (moved.size === 0 || !canWrite) return
    change(nodes.map((node) => ({ ...node, ...placed(moved.get(node.nodeId)) })))
  }
  return { flow, onNodesChange }
}

function placed(position: { x: number; y: number } | undefined) {
  return position === undefined ? {} : { position: { x: Math.round(position.x), y: Math.round(position.y) } }
}

function ariaOf({ nodeId, type }: CanvasNode, { numbers, errors, warnings }: NodeMarks): string {
  const counts = numbers === undefined ? [] : [t('automation.numbers', { in: numbers.in, waiting: numbers.waiting })]
  return [labelOf(type), nodeId, ...counts, ...errors, ...warnings].join(', ')
}

/** A dropped step stands on the way below the pointer, else where it was dropped. */
function placeOfDrop(event: DragEvent, toFlow: (at: { x: number; y: number }) => { x: number; y: number }): NodePlace {
  const below = event.target instanceof Element ? event.target.closest('.react-flow__edge') : null
  const id = below?.getAttribute('data-id') ?? ''
  if (id === triggerId) return 'entry'
  const [from, path] = id.split(' ')
  if (from !== undefined && path !== undefined) return { from, path }
  const { x, y } = toFlow({ x: event.clientX, y: event.clientY })
  return { x: Math.round(x - nodeSize.width / 2), y: Math.round(y - nodeSize.height / 2) }
}

const directions = { ArrowUp: 'before', ArrowDown: 'after', ArrowLeft: 'left', ArrowRight: 'right' } as const

function isDirection(key: string): key is keyof typeof directions {
  return key in directions
}

/** Alt with an arrow moves the focus along the ways. */
function moveFocus(event: KeyboardEvent<HTMLElement>, nodes: readonly CanvasNode[]): void {
  if (!event.altKey || !isDirection(event.key) || !(event.target instanceof Element)) return
  const id = event.target.closest('.react-flow__node')?.getAttribute('data-id')
  if (id === null || id === undefined) return
  event.preventDefault()
  event.stopPropagation()
  const direction = directions[event.key]
  const isFromTrigger = id === triggerId && direction === 'after'
  const isToTrigger = direction === 'before' && nodes[0]?.nodeId === id
  const next = isFromTrigger ? nodes[0]?.nodeId : isToTrigger ? triggerId : neighbourOf(nodes, id, direction)
  if (next !== undefined) focusNode(next)
}

/** Frames that a new node has to be measured: it takes no focus before. */
const framesMax = 60

/** Moves the focus to a node of the canvas, as soon as it is visible. */
export function focusNode(id: string, frames = framesMax): void {
  const node = [...document.querySelectorAll('.react-flow__node')].find((each) => each.getAttribute('data-id') === id)
  if (node instanceof HTMLElement) node.focus()
  if (document.activeElement === node || frames === 0) return
  requestAnimationFrame(() => focusNode(id, frames - 1))
}
