import { escaped } from '#kit/values/html.ts'

/** Escaped text whose `code` in backquotes is shown as code. */
export function marked(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<path fill="#0f766e" d="M16 3 3 15v14h26V15z"/><path fill="#fff" d="M16 8l-4 21h8z"/>
<path fill="#f59e0b" d="M15 1h2v5h-2z"/></svg>`

/** An icon of a few bytes, as an address: a fairground tent. */
export const icon = `data:image/svg+xml,${encodeURIComponent(drawing)}`

type DocsPage = { title: string; description: string; body: string }

/** A whole page of the documentation, readable without any script. */
export function pageOf({ title, description, body }: DocsPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escaped(description)}">
<title>${escaped(title)}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header><nav aria-label="Documentation"><a class="brand" href="/docs">Fairground</a>
<a href="/docs">Reference</a><a href="/docs/errors">Errors</a><a href="/llms.txt">For machines</a></nav></header>
<main>
${body}
</main>
</body>
</html>
`
}
