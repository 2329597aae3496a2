import { ActionIcon, Text } from '@mantine/core'
import {
  BaseEdge,
  EdgeLabelRenderer,
  getSmoothStepPath,
  Handle,
  Position,
  useUpdateNodeInternals,
  type EdgeProps,
  type NodeProps,
} from '@xyflow/react'
import { AlertTriangle, CircleAlert, Plus, Zap } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useCard } from '#console/parts/cards.ts'
import { labelOf } from '#console/parts/labels.ts'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { targetOf, type CanvasNode, type WayStart } from './canvasGraph.ts'
import { smoothPath, type WayCourse } from './canvasLayout.ts'
import { useScene, type NodeMarks } from './canvasScene.ts'
import { stepKinds } from './stepKinds.ts'
import { recordOf, summaryOf, wayLabel } from './stepTexts.ts'
import { useTriggerWords } from './triggerWords.ts'

/** Data of a node on the canvas. */
export type StepData = { node: CanvasNode; marks: NodeMarks; ends: readonly string[] }

/** A node of the canvas: its type, a summary, its numbers, and the ends of its ways. */
export function StepNode({ data }: NodeProps) {
  // cast: the graph gives each node this data.
  const { node, marks, ends: paths } = data as StepData
  const { canWrite } = useScene()
  const recordId = recordOf(node)
  const title = useCard(recordId)?.title
  const kind = stepKinds[node.type]
  const Icon = kind?.icon ?? Zap
  const label = node['label']
  useMovedEnds(node.nodeId, paths.join(' '))
  return (
    <div
      className="automation-node"
      data-type={node.type}
      data-group={kind?.group}
      data-wrong={marks.errors.length > 0 || undefined}
      data-change={marks.change}
      data-stepped={marks.steps.length > 0 || undefined}
    >
      <Handle type="target" position={Position.Top} isConnectable={canWrite} />
      <span className="automation-node-type">
        <Icon size={14} aria-hidden />
        {labelOf(node.type)}
        <Marks marks={marks} />
      </span>
      <Text size="sm" fw={600} lineClamp={1}>
        {typeof label === 'string' ? label : summaryOf(node, (id) => (id === recordId ? (title ?? '…') : id))}
      </Text>
      <Numbers marks={marks} />
      {paths.map((path, index) => (
        <WayEnd key={path} node={node} path={path} left={((index + 1) * 100) / (paths.length + 1)} />
      ))}
    </div>
  )
}

/** Measures the ends of a node again as their order changes, which React Flow sees only for nodes of another size. */
function useMovedEnds(nodeId: string, order: string): void {
  const measure = useUpdateNodeInternals()
  const measured = useRef(order)
  useEffect(() => {
    // A measure of one node before all others are measured would end the first fitting of the view.
    if (measured.current !== order) measure(nodeId)
    measured.current = order
  }, [measure, nodeId, order])
}

function Marks({ marks: { errors, warnings, steps } }: { marks: NodeMarks }) {
  return (
    <span className="automation-node-marks">
      {steps.length === 0 ? null : (
        <span className="automation-steps" aria-label={t('automation.steps', { numbers: steps.join(', ') })} role="img">
          {steps.slice(0, 3).join(', ')}
        </span>
      )}
      {errors.length === 0 ? null : (
        <CircleAlert size={15} role="img" aria-label={errors.join(' ')} color="var(--mantine-color-error)" />
      )}
      {warnings.length === 0 || errors.length > 0 ? null : (
        <AlertTriangle size={15} role="img" aria-label={warnings.join(' ')} className="automation-warned" />
      )}
    </span>
  )
}

function Numbers({ marks: { numbers } }: { marks: NodeMarks }) {
  if (numbers === undefined) return null
  return (
    <Text size="xs" c="dimmed" className="automation-numbers">
      {t('automation.numbers', { in: numberText(numbers.in), waiting: numberText(numbers.waiting) })}
      {numbers.failed > 0 ? (
        <span className="automation-failed"> · {t('automation.failed', { count: numberText(numbers.failed) })}</span>
      ) : null}
    </Text>
  )
}

/** The handle of a way out; one that ends the run has a button for a node there. */
function WayEnd({ node, path, left }: { node: CanvasNode; path: string; left: number }) {
  const { canWrite } = useScene()
  const isOpen = targetOf(node, path) === null
  const label = wayLabel(node, path)
  return (
    <>
      <Handle
        id={path}
        type="source"
        position={Position.Bottom}
        style={{ left: `${left}%` }}
        isConnectable={canWrite}
      />
      {isOpen ? (
        <span className="automation-open" style={{ left: `${left}%` }}>
          {label === '' ? null : <span className="automation-way">{label}</span>}
          {canWrite ? <AddOnWay way={{ from: node.nodeId, path }} name={label} /> : null}
        </span>
      ) : null}
    </>
  )
}

function AddOnWay({ way, name }: { way: WayStart | 'entry'; name: string }) {
  const { addAt } = useScene()
  const from = way === 'entry' ? t('automation.trigger') : way.from
  const label = t('automation.add.after', { node: [from, name].filter((each) => each !== '').join(', ') })
  return (
    <ActionIcon
      className="nodrag nopan automation-add"
      variant="default"
      radius="xl"
      size={20}
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation()
        addAt(way)
      }}
    >
      <Plus size={13} aria-hidden />
    </ActionIcon>
  )
}

/** Data of the trigger on the canvas. */
export type TriggerData = { trigger: Readonly<Record<string, unknown>>; marks: NodeMarks }

/** The trigger: the occurrence that begins runs. */
export function TriggerNode({ data }: NodeProps) {
  // cast: the graph gives the trigger this data.
  const { trigger, marks } = data as TriggerData
  const { canWrite } = useScene()
  const { when, detail } = useTriggerWords(trigger)
  return (
    <div className="automation-node automation-trigger" data-wrong={marks.errors.length > 0 || undefined}>
      <span className="automation-node-type">
        <Zap size={14} aria-hidden />
        {t('automation.trigger')}
        <Marks marks={marks} />
      </span>
      <Text size="sm" fw={600} lineClamp={2}>
        {when}
      </Text>
      {detail === undefined ? null : (
        <Text size="xs" c="dimmed" lineClamp={1}>
          {detail}
        </Text>
      )}
      <Handle id="entry" type="source" position={Position.Bottom} isConnectable={canWrite} />
    </div>
  )
}

/** Data of a way on the canvas. */
export type WayData = { way: WayStart | 'entry'; label: string; course?: WayCourse }

/** A way between nodes with its label and a button for a node on it. */
export function WayEdge(props: EdgeProps) {
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, markerEnd, data } = props
  // cast: the graph gives each way this data.
  const { way, label, course } = data as WayData
  const { canWrite } = useScene()
  const [step, stepX, stepY] = getSmoothStepPath({
    ...{ sourceX, sourceY, sourcePosition },
    ...{ targetX, targetY, targetPosition },
  })
  const ends = [
    { x: sourceX, y: sourceY },
    { x: targetX, y: targetY },
  ] as const
  const path = course === undefined ? step : smoothPath([ends[0], ...course.points, ends[1]])
  const { x, y } = course?.label ?? { x: stepX, y: stepY }
  return (
    <>
      <BaseEdge path={path} interactionWidth={24} {...(markerEnd === undefined ? {} : { markerEnd })} />
      <EdgeLabelRenderer>
        <span
          className="automation-edge nodrag nopan"
          style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
        >
          {label === '' ? null : <span className="automation-way">{label}</span>}
          {canWrite ? <AddOnWay way={way} name={label} /> : null}
        </span>
      </EdgeLabelRenderer>
    </>
  )
}
