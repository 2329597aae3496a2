import { html, htmlText } from '#kit/values/html.ts'
import { icon } from '#platform/docs/docsHtml.ts'

/** Files of the console's entry, and the nonce of the styles that its components add. */
export type ConsoleFiles = { styles: readonly string[]; modules: readonly string[]; nonce: string }

/** The document of the console. Every address below `/console` has the same one; its script routes. */
export function consolePage({ styles, modules, nonce }: ConsoleFiles): string {
  const [first = '', ...others] = modules
  return htmlText(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta property="csp-nonce" nonce="${nonce}">
<title>Fairground Console</title>
<link rel="icon" href="${icon}">
<link rel="preload" as="fetch" crossorigin="anonymous" href="/console/description.json">
${styles.map((each) => html`<link rel="stylesheet" href="${each}">`)}
${others.map((each) => html`<link rel="modulepreload" href="${each}">`)}
<script type="module" src="${first}"></script>
</head>
<body>
<div id="console"></div>
<noscript>The console needs scripts. The command line and the API do everything without.</noscript>
</body>
</html>
`)
}

/**
 * The Content-Security-Policy of the console: scripts, styles and calls of this server alone, no frame around it.
 * Images and media may come from any host, since accounts name their addresses.
 */
export function consolePolicy(ownOrigin: string, nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    'img-src * data: blob:',
    `media-src 'self' ${ownOrigin} blob: https: http:`,
    "font-src 'self'",
    `connect-src 'self' ${ownOrigin}`,
    "worker-src 'self' blob:",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ')
}

/** The Permissions-Policy of the console: no document opens a device, but for the camera of pages that scan. */
export function devicePolicy(mayUseCamera: boolean): string {
  return `camera=(${mayUseCamera ? 'self' : ''}), microphone=(), geolocation=()`
}
