import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OutOfTime, parseLiquid, renderLiquid } from './liquid.ts'
import { openTemplates } from './templates.ts'
import { TemplateFailed, type CompiledTemplate, type TemplateSource } from './templatesPort.ts'

const source: TemplateSource = {
  format: 'markdown',
  body: 'Hello {{ contact.firstName | default: "friend" }}\n\n[Leave]({{ unsubscribeUrl }})',
  subject: 'News for {{ contact.firstName }}',
  preheader: null,
  textBody: null,
  layout: null,
}

const account = { id: 1, mode: 'live', twinId: 2 } as const

async function opened() {
  const templates = openTemplates()
  return {
    render: (compiled: CompiledTemplate, data: object) => templates.render(account, compiled, data),
    async compiled(of: Partial<TemplateSource>) {
      const made = await templates.compile(account, { ...source, ...of })
      assert.ok('compiled' in made, JSON.stringify(made))
      return made.compiled
    },
    async problems(of: Partial<TemplateSource>) {
      const made = await templates.compile(account, { ...source, ...of })
      assert.ok('problems' in made, 'it was compiled')
      return made.problems
    },
    [Symbol.asyncDispose]: () => templates.close(),
  }
}

const column = (inner: string) =>
  `<mjml><mj-body><mj-section><mj-column>${inner}</mj-column></mj-section></mj-body></mjml>`

test('each format becomes HTML and text, in which Liquid stays whole', async () => {
  await using t = await opened()
  const data = { contact: { firstName: 'Ada & "Co"' }, unsubscribeUrl: 'https://example.com/u?a=1&b=2' }
  for (const of of [
    {},
    { format: 'html', body: '<p>Hello {{ contact.firstName }}</p><a href="{{ unsubscribeUrl }}">Leave</a>' },
    {
      format: 'mjml',
      body: column(
        '<mj-text>Hello {{ contact.firstName | default: "friend" }}</mj-text>' +
          '<mj-button href="{{ unsubscribeUrl }}">Leave</mj-button>',
      ),
    },
  ] as const) {
    const compiled = await t.compiled(of)
    assert.deepEqual(compiled.usedVariables, ['contact.firstName', 'unsubscribeUrl'])
    assert.deepEqual(compiled.warnings, [])
    const mail = await t.render(compiled, data)
    assert.equal(mail.subject, 'News for Ada & "Co"')
    assert.match(String(mail.html), /Hello Ada &amp; &#34;Co&#34;/)
    assert.match(String(mail.html), /href="https:\/\/example\.com\/u\?a=1&amp;b=2"/)
    assert.match(mail.text, /Hello Ada & "Co"/)
    assert.match(mail.text, /https:\/\/example\.com\/u\?a=1&b=2/)
  }
  const plain = await t.compiled({ format: 'text', body: 'Hi {{ contact.firstName }}' })
  assert.equal((await t.render(plain, data)).html, null)
})

test('a mistake in Liquid is reported with field, line and column', async () => {
  await using t = await opened()
  const [unknown] = await t.problems({ body: 'a\n\n{{ x | nothing }}' })
  assert.deepEqual([unknown?.path, unknown?.line], ['/body', 3])
  assert.match(String(unknown?.message), /undefined filter: nothing/)
  const [open] = await t.problems({ subject: '{% if x %}' })
  assert.equal(open?.path, '/subject')
  for (const tag of ['include "x"', 'render "x"', 'layout "x"']) {
    assert.match(String((await t.problems({ body: `{% ${tag} %}` }))[0]?.message), /not available/)
  }
})

test('loops that explode, deep nesting and long results end in an error', async () => {
  await using t = await opened()
  const nested = '{% for a in (1..10000) %}{% for b in (1..10000) %}{{ b }}{% endfor %}{% endfor %}'
  const compiled = await t.compiled({ format: 'text', body: nested })
  await assert.rejects(t.render(compiled, {}), TemplateFailed)
  const doubling = `{% assign x = "ab" %}${'{% assign x = x | append: x %}'.repeat(40)}{{ x }}`
  const doubled = await t.compiled({ format: 'text', body: doubling })
  await assert.rejects(t.render(doubled, {}), TemplateFailed)
})

test('a compilation that needs more memory than there is ends in an error, and the next one is compiled', async () => {
  await using t = await opened()
  const attributes = `<mj-head><mj-attributes><mj-all padding="${'1'.repeat(200_000)}"/></mj-attributes></mj-head>`
  const columns = '<mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section>'.repeat(500)
  const body = `<mjml>${attributes}<mj-body>${columns}</mj-body></mjml>`
  const [found] = await t.problems({ format: 'mjml', body })
  assert.match(String(found?.message), /too much memory/)
  assert.match((await t.compiled({ body: 'Hello' })).text, /Hello/)
})

test('a text that is captured counts for the memory of a rendering', async () => {
  await using t = await opened()
  const line = 'x'.repeat(5_000)
  const captured = `{% capture x %}{% for i in (1..80000) %}${line}{% endfor %}{% endcapture %}`
  const body = `${captured}{% if x contains "b" %}b{% endif %}`
  const compiled = await t.compiled({ format: 'text', body })
  await assert.rejects(t.render(compiled, {}), /memory alloc limit exceeded/)
})

test('objects show their own properties alone', async () => {
  await using t = await opened()
  const body = '[{{ contact.constructor }}{{ contact.__proto__ }}{{ contact.toString }}{{ "".constructor }}]'
  const mail = await t.render(await t.compiled({ format: 'text', body }), { contact: { firstName: 'Ada' } })
  assert.equal(mail.text, '[]')
})

test('scripts, handlers, frames, forms and includes do not reach a mail', async () => {
  await using t = await opened()
  const evil =
    '<p onclick="a()">x</p><script>alert(1)</script><iframe src="https://example.com"></iframe>' +
    '<form action="/"><input></form><a href="javascript:alert(1)">y</a><meta http-equiv="refresh" content="0;url=/">'
  for (const of of [
    { format: 'html', body: evil },
    { format: 'markdown', body: evil },
    { format: 'mjml', body: column(`<mj-text>${evil}</mj-text><mj-raw>${evil}</mj-raw>`) },
  ] as const) {
    const { html } = await t.render(await t.compiled(of), {})
    assert.doesNotMatch(String(html), /onclick|<script|<iframe|<form|<input|javascript:|refresh/i)
  }
  const include = column('<mj-include path="/etc/passwd" />')
  assert.match(String((await t.problems({ format: 'mjml', body: include }))[0]?.message), /mj-include/)
})

test('a subject has one line, whatever a contact is called', async () => {
  await using t = await opened()
  const compiled = await t.compiled({ subject: 'Hi {{ contact.firstName }}' })
  const { subject } = await t.render(compiled, { contact: { firstName: 'Ada\r\nBcc: eve@example.com\u2028x' } })
  assert.equal(subject, 'Hi Ada Bcc: eve@example.com x')
})

test('warnings and hints name what keeps a mail from being read', async () => {
  await using t = await opened()
  const body = '<img src="https://example.com/a.png"><a href="#">x</a>'
  const compiled = await t.compiled({ format: 'html', body, subject: 'ACT NOW!!' })
  assert.deepEqual(compiled.warnings, ['no_unsubscribe_link', 'image_without_alt', 'dead_link'])
  const { hints } = await t.render(compiled, {})
  assert.deepEqual(hints, ['subject_all_capitals', 'subject_exclamation_marks', 'spam_words', 'image_only'])
})

test('a link that leads nowhere is a warning: another scheme, no host, no scheme', async () => {
  await using t = await opened()
  const end = '[Leave]({{ unsubscribeUrl }})'
  for (const href of ['htp:/bad', 'http://', 'www.example.com', '//', 'mailto:']) {
    const markdown = await t.compiled({ body: `[x](${href}) ${end}` })
    const html = await t.compiled({ format: 'html', body: `<a href="${href}">x</a> {{ unsubscribeUrl }}` })
    assert.deepEqual([markdown.warnings, html.warnings], [['dead_link'], ['dead_link']], href)
  }
  for (const href of ['https://example.com', '{{ url }}', 'https://{{ host }}/a', 'mailto:a@example.com', '#top']) {
    const body = `<a name="top"></a><a href="${href}">x</a> {{ unsubscribeUrl }}`
    assert.deepEqual((await t.compiled({ format: 'html', body })).warnings, [], href)
  }
})

test('a template in a layout is one document, with the styles of both', async () => {
  await using t = await opened()
  const page = '<html><head><style>.f{color:red}</style></head><body class="page"><i>{{ content }}</i></body></html>'
  const inner = '<html><head><style>@media print{.g{color:blue}}</style></head><body><p>Hello</p></body></html>'
  for (const layout of [page, '<div class="page">{{ content }}</div>']) {
    for (const of of [
      { format: 'markdown', body: 'Hello' },
      { format: 'html', body: inner },
      { format: 'html', body: '<p>Hello</p>' },
      { format: 'mjml', body: column('<mj-text>Hello</mj-text>') },
    ] as const) {
      const { html } = await t.compiled({ ...of, layout: { format: 'html', body: layout } })
      const text = String(html)
      for (const tag of ['html', 'head', 'body']) {
        assert.ok([...text.matchAll(new RegExp(`<${tag}[ >]`, 'g'))].length <= 1, `${tag} in ${text}`)
      }
      assert.match(text, /class="page"[\s\S]*Hello/)
      assert.equal(text.includes('@media print'), of.body === inner)
    }
  }
})

test('Liquid that MJML would drop is refused, and stays in mj-raw', async () => {
  await using t = await opened()
  const loop = '{% for x in items %}<mj-text>{{ x }}</mj-text>{% endfor %}'
  assert.match(String((await t.problems({ format: 'mjml', body: column(loop) }))[0]?.message), /mj-raw/)
  const raw = '<mj-raw>{% for x in items %}<p>{{ x }}</p>{% endfor %}</mj-raw>'
  const mail = await t.render(await t.compiled({ format: 'mjml', body: column(raw) }), { items: ['a', 'b'] })
  assert.match(String(mail.html), /<p>a<\/p><p>b<\/p>/)
})

test('an account with slow texts holds up neither the process nor another account', async () => {
  await using templates = closing(openTemplates())
  const compiled = { subject: null, preheader: null, html: null, text: 'Hi' }
  const slow = '{% for a in (1..9000) %}{% for b in (1..9000) %}{% assign x = b %}{% endfor %}{% endfor %}'
  await templates.render(account, compiled, {})
  const ended: string[] = []
  const hostile = Array.from({ length: 20 }, () =>
    templates.render(account, { ...compiled, text: slow }, {}).catch(() => ended.push('slow')),
  )
  let turns = 0
  const turning = setInterval(() => (turns += 1), 5)
  for (let mails = 0; mails < 50; mails++) await templates.render({ id: 3, mode: 'live', twinId: 4 }, compiled, {})
  clearInterval(turning)
  assert.ok(turns > 0, 'the process stood still')
  assert.ok(ended.length < 10, `50 mails waited for ${ended.length} slow texts`)
  await templates.close()
  await Promise.allSettled(hostile)
})

function closing(templates: ReturnType<typeof openTemplates>) {
  return { ...templates, [Symbol.asyncDispose]: () => templates.close() }
}

test('a rendering that a stopping server interrupts is no mistake of its template', async () => {
  const templates = openTemplates()
  const slow = '{% for a in (1..9000) %}{% for b in (1..9000) %}{% assign x = b %}{% endfor %}{% endfor %}'
  const compiled = { subject: null, preheader: null, html: null, text: 'Hi' }
  await templates.render(account, compiled, {})
  const interrupted = templates.render(account, { ...compiled, text: slow }, {})
  const refused = assert.rejects(interrupted, { status: 503 })
  await templates.close()
  await refused
  await assert.rejects(templates.render(account, compiled, {}), { status: 503 })
})

test('a text that a busy machine holds up is rendered again, and is no mistake of its template', (t) => {
  const parsed = parseLiquid('{% for n in (1..3) %}{{ n }}{% endfor %}', 'text', '/body')
  if ('message' in parsed) throw new Error(parsed.message)
  const clock = performance.now.bind(performance)
  let late = 1
  let calls = 0
  // The clock jumps by a second between the calls of the first rendering.
  t.mock.method(performance, 'now', () => clock() + late * 1_000 * (calls += 1))
  assert.throws(() => renderLiquid(parsed, {}), OutOfTime)
  late = 0
  assert.equal(renderLiquid(parsed, {}), '123')
})
