import { html, htmlText } from '#kit/values/html.ts'
import type { HtmlResponse } from '#kit/nouns/page.ts'
import { icon } from '#platform/docs/docsHtml.ts'
import type { Assets } from './assets.ts'

/** The HTML document of a page: head, style sheet, modules and the page's own HTML. */
export async function documentOf(page: HtmlResponse, assets: Assets): Promise<string> {
  const { style, modules } = await assets.of(page.island)
  const [first, ...others] = modules
  const theme = page.theme === undefined ? '' : html` data-theme="${page.theme}"`
  const island = page.island === undefined ? '' : html` data-island="${page.island}"`
  const document = html`<!doctype html>
<html lang="${page.language}"${theme}${island}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
${page.head}
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${style}">
${others.map((each) => html`<link rel="modulepreload" href="${each}">`)}
${first === undefined ? '' : html`<script type="module" src="${first}"></script>`}
</head>
<body${page.look === undefined ? '' : html` class="${page.look}"`}>
${page.html}
</body>
</html>
`
  return htmlText(document)
}
