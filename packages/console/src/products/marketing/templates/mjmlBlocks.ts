import { attributeOf, elementsOf, withAttribute, type SourceElement } from './mjmlSource.ts'

/** A part of the body of a mail: one element of it with its source. */
export type MailBlock = { source: string; tag: string }

/** A mail as a list of blocks between the texts before and after them. */
export type BlockDocument = { before: string; blocks: MailBlock[]; after: string }

/**
 * The blocks of a mail: the elements of `mj-body`, or those of a text without it, which a layout surrounds. Undefined
 * for a text with something else between them, such as a Liquid tag: only the code shows that.
 */
export function blocksOf(source: string): BlockDocument | undefined {
  const elements = elementsOf(source)
  const body = find(elements, 'mj-body')
  if (body === undefined && elements.some(({ tag }) => tag === 'mjml')) return undefined
  const { children, openEnd, innerEnd } = body ?? { children: elements, openEnd: 0, innerEnd: source.length }
  let at = openEnd
  const blocks: MailBlock[] = []
  for (const { start, end, tag } of children) {
    // An element without its closing tag has no end.
    if (end < start || source.slice(at, start).trim() !== '') return undefined
    blocks.push({ source: source.slice(start, end), tag })
    at = end
  }
  if (source.slice(at, innerEnd).trim() !== '') return undefined
  return { before: source.slice(0, openEnd), blocks, after: source.slice(innerEnd) }
}

function find(elements: readonly SourceElement[], tag: string): SourceElement | undefined {
  for (const element of elements) {
    const found = element.tag === tag ? element : find(element.children, tag)
    if (found !== undefined) return found
  }
  return undefined
}

/** The mail of blocks. Blocks keep their source, each on lines of its own. */
export function sourceOf({ before, blocks, after }: BlockDocument): string {
  const indent = before === '' ? '' : '    '
  const lines = blocks.map(({ source }) => `${indent}${source}`).join('\n')
  return `${before.trimEnd()}${before === '' ? '' : '\n'}${lines}\n${before === '' ? '' : '  '}${after.trimStart()}`
}

/** Attributes that the form of an element shows. */
const attributes: Readonly<Record<string, readonly string[]>> = {
  'mj-section': ['background-color', 'background-url'],
  'mj-wrapper': ['background-color'],
  'mj-hero': ['background-color', 'background-url'],
  'mj-text': ['align', 'color', 'font-size'],
  'mj-button': ['href', 'align', 'background-color', 'color'],
  'mj-image': ['src', 'alt', 'href', 'width'],
  'mj-divider': ['border-color', 'border-width'],
  'mj-spacer': ['height'],
  'mj-social-element': ['href'],
}
const withContent = new Set(['mj-text', 'mj-button', 'mj-social-element'])

/** An attribute of a part; an empty one is none. */
export type PartAttribute = { name: string; value: string }

/** A part of a block that its form edits: an element with its attributes, and its content where it has any. */
export type BlockPart = {
  tag: string
  /** Place of the element in the order of the source. */
  index: number
  attributes: readonly PartAttribute[]
  content: string | undefined
}

/** The parts of a block in the order of the source. */
export function partsOf(block: string): BlockPart[] {
  return flat(elementsOf(block)).flatMap(({ tag, start, openEnd, innerEnd }, index): BlockPart[] => {
    const names = attributes[tag]
    if (names === undefined) return []
    const opening = block.slice(start, openEnd)
    const values = names.map((name) => ({ name, value: attributeOf(opening, name) ?? '' }))
    return [
      {
        tag,
        index,
        attributes: values,
        content: withContent.has(tag) ? dedented(block.slice(openEnd, innerEnd)) : undefined,
      },
    ]
  })
}

function flat(elements: readonly SourceElement[]): SourceElement[] {
  return elements.flatMap((each) => [each, ...flat(each.children)])
}

function dedented(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim()
}

/** The block with another value of an attribute of a part. */
export function withPartAttribute(block: string, index: number, { name, value }: PartAttribute): string {
  const part = flat(elementsOf(block))[index]
  if (part === undefined) return block
  const { start, openEnd } = part
  return block.slice(0, start) + withAttribute(block.slice(start, openEnd), name, value) + block.slice(openEnd)
}

/** The block with another content of a part. */
export function withPartContent(block: string, index: number, content: string): string {
  const part = flat(elementsOf(block))[index]
  if (part === undefined) return block
  const { tag, start, openEnd, innerEnd } = part
  const opening = block.slice(start, openEnd)
  // A self-closing element opens for its content.
  if (opening.endsWith('/>')) {
    return `${block.slice(0, start)}${opening.replace(/\s*\/>$/, '>')}${content}</${tag}>${block.slice(openEnd)}`
  }
  return block.slice(0, openEnd) + content + block.slice(innerEnd)
}

/** The first words of a block, without tags, for its title; its tag where it has none. */
export function blockTitle({ source, tag }: MailBlock): string {
  const words = source
    .replace(/<mj-raw[\s\S]*?<\/mj-raw>|<!--[\s\S]*?-->|<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (words === '') return attributeOf(/<mj-image[^>]*>/.exec(source)?.[0] ?? '', 'alt') ?? tag
  return words.length > 60 ? `${words.slice(0, 60)}…` : words
}

/** The blocks with one moved to another place. */
export function moved(blocks: readonly MailBlock[], from: number, to: number): MailBlock[] {
  const rest = blocks.filter((_, index) => index !== from)
  const block = blocks[from]
  return block === undefined ? [...blocks] : [...rest.slice(0, to), block, ...rest.slice(to)]
}
