import { Parser } from 'htmlparser2'

/** An element of a source with its places: begin, end of its opening tag, begin of its closing tag, end. */
export type SourceElement = {
  tag: string
  start: number
  openEnd: number
  innerEnd: number
  end: number
  children: SourceElement[]
}

/** Elements of a source, with their places in it. The source itself never changes by being read. */
export function elementsOf(source: string): SourceElement[] {
  const root: SourceElement = {
    tag: '',
    start: 0,
    openEnd: 0,
    innerEnd: source.length,
    end: source.length,
    children: [],
  }
  const open = [root]
  const parser = new Parser(
    {
      onopentag(tag) {
        const made = { tag, start: parser.startIndex, openEnd: parser.endIndex + 1, innerEnd: 0, end: 0, children: [] }
        open.at(-1)?.children.push(made)
        open.push(made)
      },
      onclosetag(_tag, isImplied) {
        const closed = open.pop()
        if (closed === undefined || closed === root) return
        // A self-closing tag and a void element have no closing tag.
        const isBare = isImplied || parser.endIndex + 1 === closed.openEnd
        closed.innerEnd = isBare ? closed.openEnd : parser.startIndex
        closed.end = isBare ? closed.openEnd : parser.endIndex + 1
      },
    },
    { recognizeSelfClosing: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  )
  parser.end(source)
  return root.children
}

/** The value of an attribute in an opening tag; undefined without it. */
export function attributeOf(tag: string, name: string): string | undefined {
  const found = attributeForm(name).exec(tag)
  return found === null ? undefined : unescaped(found[2] ?? found[3] ?? '')
}

/** The opening tag with another value of an attribute; an empty one removes it. */
export function withAttribute(tag: string, name: string, value: string): string {
  const bare = tag.replace(attributeForm(name), '')
  if (value === '') return bare
  const text = ` ${name}="${escaped(value)}"`
  if (attributeForm(name).test(tag)) return tag.replace(attributeForm(name), () => text)
  return bare.replace(/\s*(\/?)>$/, (_end, slash: string) => `${text}${slash === '' ? '>' : ' />'}`)
}

function attributeForm(name: string): RegExp {
  return new RegExp(`\\s+${name}=("([^"]*)"|'([^']*)')`)
}

function escaped(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

function unescaped(value: string): string {
  return value.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
