import { ActionIcon, Group, Select } from '@mantine/core'
import { Plus } from 'lucide-react'
import { labelOf } from '#console/parts/labels.ts'
import { t } from '#console/texts/texts.ts'
import { connected, targetOf, type CanvasNode, type WayStart } from './canvasGraph.ts'
import { wayLabel } from './stepTexts.ts'

/** Nodes to which a way may lead, and the changes of a way. */
export type WayTargets = {
  nodes: readonly CanvasNode[]
  changeNode(node: CanvasNode): void
  addAt(way: WayStart): void
}

type WaySelectProps = WayTargets & { node: CanvasNode; path: string }

const end = ' end'

/** The choice of the node that follows on a way, for the keyboard as well; the button adds a new one there. */
export function WaySelect({ node, path, nodes, changeNode, addAt }: WaySelectProps) {
  const label = wayLabel(node, path)
  const name = label === '' ? t('automation.way.next') : t('automation.way.then', { way: label })
  const set = (to: string | null) => {
    const [next] = connected([node], { from: node.nodeId, path, to })
    if (next !== undefined) changeNode(next)
  }
  const others = nodes.filter(({ nodeId }) => nodeId !== node.nodeId)
  const target = targetOf(node, path)
  return (
    <Group gap="xs" align="end" wrap="nowrap" flex={1}>
      <Select
        label={name}
        flex={1}
        allowDeselect={false}
        searchable
        data={[
          { value: end, label: t('automation.way.end') },
          ...others.map(({ nodeId, type, label: title }) => ({
            value: nodeId,
            label: `${typeof title === 'string' ? title : nodeId} · ${labelOf(type)}`,
          })),
        ]}
        value={target ?? end}
        onChange={(next) => set(next === end ? null : next)}
      />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t('automation.add.on', { way: name })}
        title={t('automation.add.on', { way: name })}
        onClick={() => addAt({ from: node.nodeId, path })}
      >
        <Plus size={15} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
