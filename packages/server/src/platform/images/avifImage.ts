import { broken, chunksMax, ImageRefused, nameAt, within, type ImageParts } from './imageParts.ts'

/** A box of the ISO base media file format by the offsets of its body. */
type Box = { name: string; start: number; from: number; to: number }

const keptBoxes = new Set(['ftyp', 'meta', 'mdat'])
const keptMetaBoxes = new Set(['hdlr', 'pitm', 'iloc', 'iinf', 'iprp', 'iref', 'idat', 'grpl', 'dinf'])
const metadataItems = new Set(['Exif', 'mime', 'uri '])

/**
 * A still AVIF without metadata: EXIF and XMP become empty items, so that no offset moves. Orientation is a property of
 * the image and stays. Throws ImageRefused for a damaged one and for an animation.
 */
export function cleanAvif(source: Buffer): ImageParts {
  const bytes = Buffer.from(source)
  const boxes = boxesOf(bytes, 0, bytes.length)
  if (boxes.some(({ name }) => name === 'moov'))
    throw new ImageRefused('type', 'is an animated AVIF: send an animation as WebP or GIF')
  erase(bytes, boxes, keptBoxes)
  const meta = boxes.find(({ name }) => name === 'meta')
  if (meta === undefined) throw broken('it has no description')
  const inner = boxesOf(bytes, meta.from + 4, meta.to)
  erase(bytes, inner, keptMetaBoxes)
  const find = (name: string) => inner.find((each) => each.name === name)
  const dropped = dropItems(bytes, find('iinf'))
  eraseExtents(bytes, { location: find('iloc'), data: find('idat'), dropped })
  return { ...sizeIn(bytes, find('iprp')), frameCount: 1, parts: [bytes] }
}

function boxesOf(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (let at = from; at < to;) {
    const short = bytes.readUInt32BE(at)
    const head = short === 1 ? 16 : 8
    const length = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    if (length < head || at + length > to || boxes.length === chunksMax) throw broken('a box has no end')
    boxes.push({ name: nameAt(bytes, at + 4), start: at, from: at + head, to: at + length })
    at += length
  }
  return boxes
}

/** Makes free space of all other boxes. */
function erase(bytes: Buffer, boxes: readonly Box[], kept: ReadonlySet<string>): void {
  for (const { name, start, from, to } of boxes) {
    if (kept.has(name)) continue
    bytes.write('free', start + 4, 'latin1')
    bytes.fill(0, from, to)
  }
}

/** Makes items of metadata items of no known kind; returns their numbers. */
function dropItems(bytes: Buffer, infos: Box | undefined): Set<number> {
  const dropped = new Set<number>()
  if (infos === undefined) return dropped
  const countBytes = bytes.readUInt8(infos.from) === 0 ? 2 : 4
  for (const { from, to } of boxesOf(bytes, infos.from + 4 + countBytes, infos.to)) {
    const version = bytes.readUInt8(from)
    if (version < 2) throw broken('an item has no kind')
    const idBytes = version === 2 ? 2 : 4
    const kindAt = from + 4 + idBytes + 2
    if (!metadataItems.has(nameAt(bytes, kindAt))) continue
    dropped.add(bytes.readUIntBE(from + 4, idBytes))
    within(bytes, kindAt + 4, to)
    bytes.fill(0, kindAt, to)
    bytes.write('free', kindAt, 'latin1')
  }
  return dropped
}

type Erasing = { location: Box | undefined; data: Box | undefined; dropped: ReadonlySet<number> }

/** Overwrites the bytes of dropped items, which `iloc` locates in the file or in `idat`. */
function eraseExtents(bytes: Buffer, { location, data, dropped }: Erasing): void {
  if (location === undefined) throw broken('its data cannot be found')
  const version = bytes.readUInt8(location.from)
  const sizes = bytes.readUInt16BE(location.from + 4)
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexBytes = version === 0 ? 0 : sizes & 15
  let at = location.from + 6
  const take = (count: number) => {
    if (at + count > location.to) throw broken('its data cannot be found')
    const value = count === 0 ? 0 : count === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUIntBE(at, count)
    at += count
    return value
  }
  const idBytes = version < 2 ? 2 : 4
  for (let items = take(idBytes); items > 0; items--) {
    const isDropped = dropped.has(take(idBytes))
    const method = version === 0 ? 0 : take(2) & 15
    take(2)
    const base = take(baseBytes) + (method === 1 ? (data?.from ?? bytes.length) : 0)
    for (let extents = take(2); extents > 0; extents--) {
      take(indexBytes)
      const from = base + take(offsetBytes)
      const length = take(lengthBytes)
      if (isDropped) within(bytes, from, length === 0 ? bytes.length : from + length).fill(0)
    }
  }
}

/** The largest size among the properties of items: that of a grid is larger than those of its tiles. */
function sizeIn(bytes: Buffer, properties: Box | undefined): { width: number; height: number } {
  const size = { width: 0, height: 0 }
  if (properties === undefined) throw broken('it has no size')
  const container = boxesOf(bytes, properties.from, properties.to).find(({ name }) => name === 'ipco')
  if (container === undefined) throw broken('it has no size')
  for (const { name, from } of boxesOf(bytes, container.from, container.to)) {
    if (name !== 'ispe') continue
    size.width = Math.max(size.width, bytes.readUInt32BE(from + 4))
    size.height = Math.max(size.height, bytes.readUInt32BE(from + 8))
  }
  return size
}
