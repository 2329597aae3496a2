import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockKinds } from './blockKinds.ts'
import { blocksOf, blockTitle, moved, partsOf, sourceOf, withPartAttribute, withPartContent } from './mjmlBlocks.ts'

const mail = `<mjml>
  <mj-head><mj-title>T</mj-title></mj-head>
  <mj-body background-color="#fff">
    <mj-section><mj-column><mj-text color='red'>Hi {{ contact.firstName }}<br />there</mj-text></mj-column></mj-section>
    <mj-section>
      <mj-column>
        <mj-button href="https://a.example/?x=1&amp;y=2">Go</mj-button>
        <mj-image src="a.png" alt="A boat" />
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`

test('a mail is the same after it was read as blocks and written again', () => {
  const read = blocksOf(mail)
  assert.ok(read)
  assert.deepEqual(
    read.blocks.map((block) => blockTitle(block)),
    ['Hi {{ contact.firstName }} there', 'Go'],
  )
  assert.equal(sourceOf(read), mail)
  assert.equal(
    blocksOf(sourceOf({ ...read, blocks: moved(read.blocks, 1, 0) }))?.blocks[0]?.source,
    read.blocks[1]?.source,
  )
})

test('a form changes one attribute or one content and leaves the rest of the source as it is', () => {
  const [first, second] = blocksOf(mail)?.blocks ?? []
  assert.ok(first && second)
  const [, text] = partsOf(first.source)
  assert.equal(text?.content, 'Hi {{ contact.firstName }}<br />there')
  assert.equal(text?.attributes.find(({ name }) => name === 'color')?.value, 'red')
  assert.equal(
    withPartContent(first.source, text?.index ?? 0, 'Bye'),
    `<mj-section><mj-column><mj-text color='red'>Bye</mj-text></mj-column></mj-section>`,
  )
  const [, button, image] = partsOf(second.source)
  assert.equal(button?.attributes[0]?.value, 'https://a.example/?x=1&y=2')
  const changed = withPartAttribute(second.source, button?.index ?? 0, {
    name: 'href',
    value: 'https://b.example/?a="1"',
  })
  assert.equal(partsOf(changed)[1]?.attributes[0]?.value, 'https://b.example/?a="1"')
  const wide = withPartAttribute(second.source, image?.index ?? 0, { name: 'width', value: '200px' })
  assert.match(wide, /<mj-image src="a.png" alt="A boat" width="200px" \/>/)
  assert.equal(withPartAttribute(wide, image?.index ?? 0, { name: 'width', value: '' }), second.source)
})

test('a mail with Liquid tags between its sections, or with an open element, stays code', () => {
  assert.equal(blocksOf('<mjml><mj-body>{% if a %}<mj-section></mj-section>{% endif %}</mj-body></mjml>'), undefined)
  assert.equal(blocksOf('<mjml><mj-head></mj-head></mjml>'), undefined)
})

test('a body without a frame, which a layout surrounds, has blocks too', () => {
  const read = blocksOf('<mj-section><mj-column></mj-column></mj-section>\n')
  assert.equal(read?.blocks.length, 1)
  assert.equal(read === undefined ? '' : sourceOf(read), '<mj-section><mj-column></mj-column></mj-section>\n')
})

test('each kind of block is one element with parts to edit', () => {
  for (const { source } of Object.values(blockKinds)) {
    assert.equal(blocksOf(source)?.blocks.length, 1)
    assert.ok(partsOf(source).length > 1, source)
  }
})
