import { ActionIcon, Group } from '@mantine/core'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { t } from '#console/texts/texts.ts'

/** An item of a list: its name, its place among `count`, and what moves or removes it. */
type ItemToolsProps = {
  name: string
  index: number
  count: number
  /** Fewest items that the list keeps. */
  least?: number
  move(from: number, to: number): void
  remove(): void
}

/** Buttons that move an item of a list up and down, and remove it. */
export function ItemTools({ name, index, count, least = 0, move, remove }: ItemToolsProps) {
  const tools = [
    { label: t('form.up', { name }), icon: ArrowUp, isOff: index === 0, run: () => move(index, index - 1) },
    { label: t('form.down', { name }), icon: ArrowDown, isOff: index === count - 1, run: () => move(index, index + 1) },
    { label: t('form.remove', { name }), icon: X, isOff: count <= least, run: remove },
  ]
  return (
    <Group gap={2} wrap="nowrap" justify="end">
      {tools.map(({ label, icon: Icon, isOff, run }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          color="gray"
          aria-label={label}
          title={label}
          disabled={isOff}
          onClick={run}
        >
          <Icon size={15} aria-hidden />
        </ActionIcon>
      ))}
    </Group>
  )
}

/** A list with one item at another place. */
export function movedItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const others = items.filter((_, index) => index !== from)
  return [...others.slice(0, to), ...items.slice(from, from + 1), ...others.slice(to)]
}
