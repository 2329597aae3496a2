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
import { useCards } from '#console/parts/cards.ts'
import { labelOf } from '#console/parts/labels.ts'
import { t } from '#console/texts/texts.ts'
import {
  asEntry,
  connected,
  neighbourOf,
  waysOf,
  type CanvasNode,
  type NodePlace,
  type WayStart,
} from './canvasGraph.ts'
import { endsOf, layoutOf, nodeSize, type CanvasLayout } from './canvasLayout.ts'
import { triggerId, type NodeMarks } from './canvasScene.ts'
import type { Definition } from './definitionDraft.ts'
import { StepNode, TriggerNode, WayEdge } from './stepNode.tsx'
import { stepDataType } from './stepPalette.tsx'
import { recordOf, summaryOf, wayLabel } from './stepTexts.ts'

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
      onKeyDown={(event) => {
        moveFocus(event, nodes)
        if (canWrite)
          removeFocused(event, { remove, disconnect: (way) => change(connected(nodes, { ...way, to: null })) })
      }}
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
        ariaLabelConfig={labels()}
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
        deleteKeyCode={null}
      >
        <Background />
        <Controls showInteractive={false} />
      </ReactFlow>
    </div>
  )
}

/** Words of React Flow itself: descriptions for screen readers, and names of its buttons. */
function labels() {
  return {
    'node.a11yDescription.default': t('automation.keys'),
    'node.a11yDescription.keyboardDisabled': t('automation.keys'),
    'node.a11yDescription.ariaLiveMessage': () => t('automation.moved'),
    'edge.a11yDescription.default': t('automation.keys.way'),
    'controls.ariaLabel': t('automation.view'),
    'controls.zoomIn.ariaLabel': t('automation.view.in'),
    'controls.zoomOut.ariaLabel': t('automation.view.out'),
    'controls.fitView.ariaLabel': t('automation.view.fit'),
  }
}

/** Id of the step or trigger that is the target of an event; undefined for anything else on the canvas. */
export function focusedNode(target: EventTarget): string | undefined {
  const isNode = target instanceof Element && target.classList.contains('react-flow__node')
  return isNode ? (target.getAttribute('data-id') ?? undefined) : undefined
}

type Removal = { remove(nodeId: string): void; disconnect(way: WayStart): void }

/** Delete removes the step or the way that has the focus, whichever step is the chosen one. */
function removeFocused(event: KeyboardEvent<HTMLElement>, { remove, disconnect }: Removal): void {
  const { key, target } = event
  if ((key !== 'Delete' && key !== 'Backspace') || !(target instanceof Element)) return
  const nodeId = focusedNode(target)
  const [from, path] = (target.closest('.react-flow__edge')?.getAttribute('data-id') ?? '').split(' ')
  if (nodeId !== undefined && nodeId !== triggerId) remove(nodeId)
  else if (from !== undefined && path !== undefined) {
    disconnect({ from, path })
    focusNode(from)
  } else return
  event.preventDefault()
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
            ariaLabel: t('automation.way', { from: t('automation.trigger'), to: entry.nodeId, label: '' }).trim(),
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
        ariaLabel: t('automation.way', { from, to, label }).trim(),
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
  const titleOf = useTitles(nodes)
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
        ariaLabel: ariaOf(node, marksOf(node.nodeId), titleOf),
      })),
    ]
  }
  const [flow, setFlow, onChange] = useNodesState(shown())
  useEffect(() => {
    setFlow((current) => {
      const known = new Map(current.map((each) => [each.id, each]))
      return shown().map((each) => ({ ...known.get(each.id), ...each }))
    })
  }, [definition, chosen, marksOf, titleOf])
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

/** Titles of the records that steps name, by their ids. The function changes with the titles alone. */
function useTitles(nodes: readonly CanvasNode[]): (id: string) => string {
  const ids = nodes.map(recordOf)
  const cards = useCards(ids)
  const titles = JSON.stringify(ids.map((id, index) => [id, cards[index]?.title ?? id]))
  return useMemo(() => {
    // cast: written in the line above.
    const known = new Map(JSON.parse(titles) as [string, string][])
    return (id) => known.get(id) ?? id
  }, [titles])
}

/** Name of a step for screen readers: all that its box shows, and its id, by which other names refer to it. */
function ariaOf(node: CanvasNode, { numbers, errors, warnings }: NodeMarks, titleOf: (id: string) => string): string {
  const { nodeId, type, label } = node
  const title = typeof label === 'string' ? label : summaryOf(node, titleOf)
  const names = new Set([labelOf(type), title, nodeId])
  const failed = numbers?.failed ? [t('automation.failed', { count: numbers.failed })] : []
  const counts = numbers === undefined ? [] : [t('automation.numbers', { in: numbers.in, waiting: numbers.waiting })]
  return [...names, ...counts, ...failed, ...errors, ...warnings].join(', ')
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

/** Moves the focus to a node of the canvas, as soon as it is visible. `hidden` is called for one out of the view. */
export function focusNode(id: string, hidden?: () => void, frames = framesMax): void {
  const node = [...document.querySelectorAll('.react-flow__node')].find((each) => each.getAttribute('data-id') === id)
  if (node instanceof HTMLElement) node.focus()
  if (node !== undefined && document.activeElement === node && !isInView(node)) hidden?.()
  if (document.activeElement === node || frames === 0) return
  requestAnimationFrame(() => focusNode(id, hidden, frames - 1))
}

function isInView(node: Element): boolean {
  const { left, right, top, bottom } = node.getBoundingClientRect()
  const view = node.closest('.automation-canvas')?.getBoundingClientRect()
  if (view === undefined) return true
  return left >= view.left && right <= view.right && top >= view.top && bottom <= view.bottom
}
