import { convert } from 'html-to-text'
import juice from 'juice'
import { marked } from 'marked'
import sanitize from 'sanitize-html'
import { parseLiquid, variablesOf } from './liquid.ts'
import { lostTokens, unveil, veil } from './liquidTokens.ts'
import type { Compilation, TemplateFormat, TemplateProblem, TemplateSource } from './templatesPort.ts'

const linksMax = 500
const lineLength = 78
const clippedBytes = 102_400

/** Compiles a template. Runs in the worker thread: MJML and Markdown of a megabyte take seconds. */
export async function compileTemplate(source: TemplateSource): Promise<Compilation> {
  const problems = liquidProblems(source)
  if (problems.length > 0) return { problems }
  try {
    const veiledHtml = await htmlOf(source)
    const html = veiledHtml === null ? null : veiledHtml.html
    const text = source.textBody ?? textOf(source, html)
    const broken = [...(html === null ? [] : [brokenOf(html, 'html')]), brokenOf(text, 'text')].flat()
    if (broken.length > 0) return { problems: broken }
    const links = html === null ? [] : linksOf(html)
    const parts = [source.subject ?? '', source.preheader ?? '', html ?? '', text]
    return {
      compiled: {
        subject: source.subject,
        preheader: source.preheader,
        html,
        text,
        usedVariables: [...new Set(parts.flatMap(namesIn))].toSorted(),
        links,
        warnings: [...(veiledHtml?.warnings ?? []), ...warningsOf({ html, text })],
      },
    }
  } catch (error) {
    if (error instanceof Refused) return { problems: [error.problem] }
    throw error
  }
}

class Refused extends Error {
  readonly problem: TemplateProblem

  constructor(message: string, line: number | null = null, path = '/body') {
    super(message)
    this.problem = { path, message, line, column: null }
  }
}

function liquidProblems({ subject, preheader, body, textBody, layout }: TemplateSource): TemplateProblem[] {
  const texts: [string, string | null][] = [
    ['/subject', subject],
    ['/preheader', preheader],
    ['/body', body],
    ['/textBody', textBody],
    ['/layoutId', layout?.body ?? null],
  ]
  return texts.flatMap(([path, text]) => {
    const parsed = text === null ? undefined : parseLiquid(text, 'text', path)
    return parsed !== undefined && 'message' in parsed ? [parsed] : []
  })
}

/** Liquid that was whole in the source may be torn apart in the result, such as a loop around a table row. */
function brokenOf(text: string, place: 'html' | 'text'): TemplateProblem[] {
  const parsed = parseLiquid(text, place, '/body')
  return 'message' in parsed ? [parsed] : []
}

function namesIn(text: string): string[] {
  const parsed = parseLiquid(text, 'text', '')
  return 'message' in parsed ? [] : variablesOf(parsed)
}

async function htmlOf(source: TemplateSource): Promise<{ html: string; warnings: string[] } | null> {
  if (source.format === 'text') return null
  const { layout } = source
  if (layout === null) return bodyHtml(source)
  const outer = await bodyHtml(layout)
  if (!contentPlace.test(outer.html)) throw new Refused('the layout has no {{ content }}', null, '/layoutId')
  const inner = await bodyHtml(source, { isPart: isDocument(outer.html) })
  return { html: joined(outer.html, inner.html), warnings: [...outer.warnings, ...inner.warnings] }
}

const contentPlace = /\{\{\s*content\s*(\|\s*raw\s*)?\}\}/

function isDocument(html: string): boolean {
  return /<body[\s>]/i.test(html)
}

/** One document of a layout and its content: the page is that of the layout, else that of the content. */
function joined(outer: string, inner: string): string {
  const [, before = '', content = inner, after = ''] =
    /^([\s\S]*?<body\b[^>]*>)([\s\S]*)(<\/body>[\s\S]*)$/i.exec(inner) ?? []
  if (!isDocument(outer)) return `${before}${outer.replace(contentPlace, () => content)}${after}`
  const styles = [...before.matchAll(/<style\b[\s\S]*?<\/style>/gi)].map(([style]) => style).join('\n')
  if (!/<\/head>/i.test(outer)) return outer.replace(contentPlace, () => `${styles}${content}`)
  return outer.replace(contentPlace, () => content).replace(/<\/head>/i, (end) => `${styles}${end}`)
}

type Body = { format: TemplateFormat; body: string }

/** HTML of a body. `isPart`: a document around it has its own page, so that Markdown gets none. */
async function bodyHtml(
  { format, body }: Body,
  { isPart = false } = {},
): Promise<{ html: string; warnings: string[] }> {
  const veiled = veil(body)
  if (format === 'mjml') {
    const { html, warnings } = await fromMjml(veiled.text)
    const lost = lostTokens(html, veiled.tokens)
    if (lost.length > 0) {
      throw new Refused(`MJML drops ${String(lost[0]).slice(0, 60)}: put it into a text, an attribute or mj-raw`)
    }
    return { html: unveil(html, veiled.tokens), warnings }
  }
  const rough = format === 'markdown' ? await fromMarkdown(veiled.text, isPart) : veiled.text
  const clean = sanitize(rough, allowed)
  return {
    html: unveil(juice(clean, { preserveImportant: true, removeStyleTags: false }), veiled.tokens),
    warnings: [],
  }
}

async function fromMarkdown(text: string, isPart: boolean): Promise<string> {
  const content = await marked.parse(text)
  return isPart ? content : shell(content)
}

async function fromMjml(text: string): Promise<{ html: string; warnings: string[] }> {
  if (/<mj-include/i.test(text)) throw new Refused('mj-include is not available')
  if (!/<mjml[\s>]/i.test(text)) throw new Refused('MJML begins with <mjml>')
  const { html, errors } = await mjmlOf(text)
  return { html: sanitize(html, allowed), warnings: errors.length === 0 ? [] : ['mjml_unknown_parts'] }
}

type Made = { html: string; errors: unknown[] }

async function mjmlOf(text: string): Promise<Made> {
  // Half of what a thread loads, and only a template in MJML needs it.
  const { default: mjml } = await import('mjml')
  try {
    // Without fonts of its own it imports none from Google, which would learn of each opening.
    const options = { validationLevel: 'soft', keepComments: false, ignoreIncludes: true, fonts: {} } as const
    // cast: version 5 returns a promise of this shape; its types are those of version 4.
    return (await mjml(text, options)) as Made
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new Refused(`MJML cannot be read: ${message.split('\n')[0]?.slice(0, 200)}`)
  }
}

/** HTML of mails: no scripts, forms, frames or handlers; styles and tables stay. */
const allowed: sanitize.IOptions = {
  allowedTags: [
    ...sanitize.defaults.allowedTags,
    ...['html', 'head', 'body', 'title', 'meta', 'style', 'img', 'center', 'font', 'u', 'picture', 'source'],
  ],
  allowVulnerableTags: true,
  allowedAttributes: {
    '*': ['style', 'class', 'id', 'align', 'valign', 'width', 'height', 'bgcolor', 'dir', 'lang', 'role', 'title'],
    a: ['href', 'name', 'target', 'rel', 'aria-label'],
    img: ['src', 'srcset', 'alt', 'border'],
    table: ['border', 'cellpadding', 'cellspacing', 'background'],
    td: ['colspan', 'rowspan', 'background', 'nowrap'],
    th: ['colspan', 'rowspan', 'scope'],
    font: ['color', 'face', 'size'],
    meta: ['charset', 'name', 'content', 'http-equiv'],
    ol: ['start', 'type'],
    source: ['srcset', 'media', 'type'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'cid'],
  allowedSchemesByTag: { img: ['http', 'https', 'cid', 'data'] },
  parseStyleAttributes: false,
  transformTags: {
    // A refresh would lead a reader away without a click.
    meta: (tagName, attribs) =>
      /refresh/i.test(attribs['http-equiv'] ?? '') ? { tagName, attribs: {} } : { tagName, attribs },
  },
  // Outlook reads its own markup from comments.
  allowedIframeHostnames: [],
  disallowedTagsMode: 'discard',
}

/**
 * The page around Markdown: one column that fits a phone, light and dark. Its dark rules are important, since the light
 * ones are written into the elements.
 */
function shell(content: string): string {
  return `<html><head><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<style>body{margin:0;padding:24px;font:16px/1.6 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;
color:#1c2422}
.column{max-width:600px;margin:0 auto}h1,h2,h3{line-height:1.25}a{color:#0f766e}img{max-width:100%;height:auto}
@media (prefers-color-scheme:dark){body{background:#111816!important;color:#e6eeeb!important}
a{color:#5eead4!important}}</style></head>
<body><div class="column">${content}</div></body></html>`
}

function textOf({ format, body, preheader }: TemplateSource, html: string | null): string {
  if (html === null || format === 'text') return body
  const veiled = veil(html)
  const text = convert(veiled.text, {
    wordwrap: lineLength,
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
      { selector: 'h3', options: { uppercase: false } },
    ],
  })
  return unveil(`${preheader === null ? '' : `${preheader}\n\n`}${text}`, veiled.tokens)
}

function linksOf(html: string): string[] {
  const found = [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/gi)].flatMap(([, href]) => href ?? [])
  return [...new Set(found)].slice(0, linksMax)
}

/** Links of a mail have an address in full. One of another scheme has lost it to the sanitiser. */
function hasDeadLink(html: string): boolean {
  const anchors = [...html.matchAll(/<a\b[^>]*>/gi)].map(([tag]) => tag)
  const isLost = anchors.some((tag) => !/\s(href|name|id)=/i.test(tag))
  return isLost || linksOf(html).some((href) => !/^(https?:\/\/[^/?#\s]|(mailto|tel|cid):.|#.|\{[{%])/i.test(href))
}

function warningsOf({ html, text }: { html: string | null; text: string }): string[] {
  const both = `${html ?? ''} ${text}`
  const isUnsubscribable = /unsubscribeUrl|preferencesUrl/.test(both)
  const images = html === null ? [] : [...html.matchAll(/<img\b[^>]*>/gi)].map(([tag]) => tag)
  return [
    ...(isUnsubscribable ? [] : ['no_unsubscribe_link']),
    ...(images.some((tag) => !/\balt="[^"]+/i.test(tag)) ? ['image_without_alt'] : []),
    ...(html !== null && hasDeadLink(html) ? ['dead_link'] : []),
    ...(html !== null && Buffer.byteLength(html) > clippedBytes ? ['clipped_by_gmail'] : []),
  ]
}
