import { escaped } from '#kit/values/html.ts'
import { icon } from './docsHtml.ts'

const configuration = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'json',
  theme: 'default',
  defaultOpenFirstTag: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'ServiceKey' },
  metaData: { title: 'Fairground API' },
}

/** The page of the API reference. Everything that it loads comes from this very server. */
export function referencePage(scriptVersion: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Every operation of the Fairground API.">
<title>Fairground API</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<noscript><p>The reference needs scripts. <a href="/openapi.json">/openapi.json</a> and
<a href="/llms.txt">/llms.txt</a> say the same without.</p></noscript>
<script id="api-reference" type="application/json" data-url="/openapi.json"
data-configuration="${escaped(JSON.stringify(configuration))}"></script>
<script src="/docs/reference.js?v=${escaped(scriptVersion)}"></script>
</body>
</html>
`
}

/** The policy of the reference page: its own script, the styles that this script makes, calls to this API alone. */
export function referencePolicy(apiOrigin: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self' ${apiOrigin}`,
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The policy of pages without any script. */
export const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
