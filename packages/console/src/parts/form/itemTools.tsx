import { ActionIcon, Group } from '@mantine/core'
import { ArrowDown, ArrowUp, Copy, X, type LucideIcon } from 'lucide-react'
import { t } from '#console/texts/texts.ts'

/** An item of a list: its name, its place among `count`, and what moves, copies or removes it. */
type ItemToolsProps = {
  name: string
  index: number
  count: number
  /** Fewest items that the list keeps. */
  least?: number
  /** The order of a list without it has no meaning. */
  move?(from: number, to: number): void
  copy?(): void
  remove(): void
}

type Tool = { label: string; icon: LucideIcon; isOff?: boolean; run(): void }

/** Buttons that move an item of a list up and down, copy it, and remove it. */
export function ItemTools({ name, index, count, least = 0, move, copy, remove }: ItemToolsProps) {
  const tools: Tool[] = []
  if (move !== undefined) {
    const isLast = index === count - 1
    tools.push(
      { label: t('form.up', { name }), icon: ArrowUp, isOff: index === 0, run: () => move(index, index - 1) },
      { label: t('form.down', { name }), icon: ArrowDown, isOff: isLast, run: () => move(index, index + 1) },
    )
  }
  if (copy !== undefined) tools.push({ label: t('form.copy', { name }), icon: Copy, run: copy })
  tools.push({ label: t('form.remove', { name }), icon: X, isOff: count <= least, run: remove })
  return (
    <Group gap={2} wrap="nowrap" justify="end">
      {tools.map(({ label, icon: Icon, isOff = false, run }) => (
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
