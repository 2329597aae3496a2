import { Button, Collapse, ColorInput, Menu, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { ChevronDown, ChevronRight, GripVertical, Plus } from 'lucide-react'
import { useState, type DragEvent, type KeyboardEvent } from 'react'
import { ItemTools } from '#console/parts/form/itemTools.tsx'
import { t } from '#console/texts/texts.ts'
import { blockKindNames, blockKinds, type BlockKindName } from './blockKinds.ts'
import {
  blocksOf,
  blockTitle,
  moved,
  partsOf,
  sourceOf,
  withPartAttribute,
  withPartContent,
  type BlockPart,
  type MailBlock,
} from './mjmlBlocks.ts'

type BlockEditorProps = { value: string; isReadOnly: boolean; onChange(value: string): void }

/** A mail in MJML as a list of blocks: added, ordered, and edited by forms. The code stays as it is around a change. */
export function BlockEditor({ value, isReadOnly, onChange }: BlockEditorProps) {
  const [opened, setOpened] = useState<number>()
  const [dragged, setDragged] = useState<number>()
  const read = blocksOf(value)
  if (read === undefined) return <Text c="dimmed">{t('blocks.code')}</Text>
  const { blocks } = read
  const put = (next: MailBlock[]) => onChange(sourceOf({ ...read, blocks: next }))
  const move = (from: number, to: number) => {
    if (to < 0 || to >= blocks.length || from === to) return
    put(moved(blocks, from, to))
    if (opened === from) setOpened(to)
    else setOpened(undefined)
  }
  const add = (kind: BlockKindName) => {
    const isFooterLast = /unsubscribeUrl/.test(blocks.at(-1)?.source ?? '')
    const at = kind !== 'footer' && isFooterLast ? blocks.length - 1 : blocks.length
    put([...blocks.slice(0, at), { source: blockKinds[kind].source, tag: 'mj-section' }, ...blocks.slice(at)])
    setOpened(at)
  }
  return (
    <Stack gap="xs">
      <ol className="mail-blocks" aria-label={t('blocks.title')}>
        {blocks.map((block, index) => (
          <BlockRow
            key={index}
            block={block}
            place={{ index, count: blocks.length }}
            isOpen={opened === index}
            isReadOnly={isReadOnly}
            toggle={() => setOpened(opened === index ? undefined : index)}
            change={(source) => put(blocks.map((each, at) => (at === index ? { ...each, source } : each)))}
            move={(to) => move(index, to)}
            copy={() => put([...blocks.slice(0, index + 1), block, ...blocks.slice(index + 1)])}
            remove={() => {
              put(blocks.filter((_, at) => at !== index))
              setOpened(undefined)
            }}
            drag={{
              start: () => setDragged(index),
              drop: () => {
                if (dragged !== undefined) move(dragged, index)
                setDragged(undefined)
              },
            }}
          />
        ))}
      </ol>
      {isReadOnly ? null : <AddBlock add={add} />}
    </Stack>
  )
}

function AddBlock({ add }: { add(kind: BlockKindName): void }) {
  return (
    <Menu width={240} position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          style={{ justifySelf: 'start' }}
        >
          {t('blocks.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {blockKindNames.map((kind) => {
          const Icon = blockKinds[kind].icon
          return (
            <Menu.Item key={kind} leftSection={<Icon size={15} aria-hidden />} onClick={() => add(kind)}>
              {t(`blocks.kind.${kind}`)}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}

type BlockRowProps = {
  block: MailBlock
  place: { index: number; count: number }
  isOpen: boolean
  isReadOnly: boolean
  toggle(): void
  change(source: string): void
  move(to: number): void
  copy(): void
  remove(): void
  drag: { start(): void; drop(): void }
}

function BlockRow(props: BlockRowProps) {
  const { block, place, isOpen, isReadOnly, toggle, change, move, drag } = props
  const name = blockTitle(block)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const keys = (event: KeyboardEvent) => {
    if (!event.altKey || isReadOnly || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(place.index + (event.key === 'ArrowUp' ? -1 : 1))
  }
  const over = (event: DragEvent) => event.preventDefault()
  return (
    <li className="mail-block" onDragOver={over} onDrop={drag.drop}>
      <div className="mail-block-head" draggable={!isReadOnly} onDragStart={drag.start}>
        <GripVertical size={15} aria-hidden className="mail-block-grip" />
        <button type="button" className="mail-block-name" aria-expanded={isOpen} onClick={toggle} onKeyDown={keys}>
          <Chevron size={15} aria-hidden />
          <span>{name}</span>
        </button>
        {isReadOnly ? null : (
          <ItemTools {...place} name={name} move={(_from, to) => move(to)} copy={props.copy} remove={props.remove} />
        )}
      </div>
      <Collapse expanded={isOpen}>
        {isOpen ? (
          <div className="mail-block-form">
            {partsOf(block.source).map((part) => (
              <PartFields key={part.index} part={part} source={block.source} change={change} isReadOnly={isReadOnly} />
            ))}
          </div>
        ) : null}
      </Collapse>
    </li>
  )
}

const partTexts = {
  'mj-section': 'blocks.part.section',
  'mj-wrapper': 'blocks.part.section',
  'mj-hero': 'blocks.part.section',
  'mj-text': 'blocks.part.text',
  'mj-button': 'blocks.part.button',
  'mj-image': 'blocks.part.image',
  'mj-divider': 'blocks.part.divider',
  'mj-spacer': 'blocks.part.spacer',
  'mj-social-element': 'blocks.part.link',
} as const

const attributeTexts = {
  'background-color': 'blocks.field.background',
  'background-url': 'blocks.field.backgroundImage',
  align: 'blocks.field.align',
  color: 'blocks.field.color',
  'font-size': 'blocks.field.size',
  href: 'blocks.field.link',
  src: 'blocks.field.image',
  alt: 'blocks.field.alt',
  width: 'blocks.field.width',
  height: 'blocks.field.height',
  'border-color': 'blocks.field.color',
  'border-width': 'blocks.field.thickness',
} as const

function isKnown<T extends object>(names: T, name: string): name is Extract<keyof T, string> {
  return name in names
}

type PartFieldsProps = { part: BlockPart; source: string; isReadOnly: boolean; change(source: string): void }

function PartFields({ part, source, isReadOnly, change }: PartFieldsProps) {
  const { tag, index, attributes, content } = part
  const title = isKnown(partTexts, tag) ? t(partTexts[tag]) : tag
  const setContent = (text: string) => change(withPartContent(source, index, text))
  return (
    <fieldset className="mail-part" disabled={isReadOnly}>
      <legend>{title}</legend>
      {content === undefined ? null : tag === 'mj-text' ? (
        <Textarea
          label={t('blocks.field.text')}
          autosize
          minRows={2}
          maxRows={12}
          value={content}
          onChange={(event) => setContent(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          label={t('blocks.field.text')}
          value={content}
          onChange={(event) => setContent(event.currentTarget.value)}
        />
      )}
      <div className="mail-part-fields">
        {attributes.map(({ name, value }) => (
          <AttributeInput
            key={name}
            name={name}
            value={value}
            change={(next) => change(withPartAttribute(source, index, { name, value: next }))}
          />
        ))}
      </div>
    </fieldset>
  )
}

function AttributeInput({ name, value, change }: { name: string; value: string; change(value: string): void }) {
  const label = isKnown(attributeTexts, name) ? t(attributeTexts[name]) : name
  if (name.endsWith('color')) {
    return <ColorInput label={label} withEyeDropper={false} fixOnBlur={false} value={value} onChange={change} />
  }
  if (name === 'align') {
    return (
      <Select
        label={label}
        clearable
        data={(['left', 'center', 'right'] as const).map((each) => ({ value: each, label: t(`blocks.align.${each}`) }))}
        value={value === '' ? null : value}
        onChange={(next) => change(next ?? '')}
      />
    )
  }
  return <TextInput label={label} value={value} onChange={(event) => change(event.currentTarget.value)} />
}
