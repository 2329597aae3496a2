import { html, htmlText } from '#kit/values/html.ts'
import type { HtmlAnswer } from '#kit/nouns/page.ts'
import { icon } from '#platform/docs/docsHtml.ts'
import type { Assets } from './assets.ts'

/** A whole page of HTML around what a page answered. */
export async function documentOf(answer: HtmlAnswer, assets: Assets): Promise<string> {
  const { style, modules } = await assets.of(answer.island)
  const [first, ...others] = modules
  const theme = answer.theme === undefined ? '' : html` data-theme="${answer.theme}"`
  const island = answer.island === undefined ? '' : html` data-island="${answer.island}"`
  const page = html`<!doctype html>
<html lang="${answer.language}"${theme}${island}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${answer.title}</title>
${answer.head}
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${style}">
${others.map((each) => html`<link rel="modulepreload" href="${each}">`)}
${first === undefined ? '' : html`<script type="module" src="${first}"></script>`}
</head>
<body${answer.look === undefined ? '' : html` class="${answer.look}"`}>
${answer.html}
</body>
</html>
`
  return htmlText(page)
}
