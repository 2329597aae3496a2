import { escaped } from '#kit/values/html.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import { statusOfCode, type ProblemCode, type Reason } from '#kit/call/problem.ts'
import { adviceFor } from '#platform/openapi/advice.ts'
import { everyReason, refusalsOf } from '#platform/openapi/refusals.ts'
import { marked, pageOf } from './docsHtml.ts'

/** The page that `error.docs` leads to: every reason with its status, its meaning and what to do. */
export function errorsPage(operations: readonly Operation[]): string {
  const reasons = everyReason(operations)
  const owners = ownersOf(operations)
  const codes = Object.keys(statusOfCode).filter(isCode)
  const sections = codes.map((code) => section(code, reasons, owners)).join('\n')
  const index = codes.map((code) => indexOf(code, reasons)).join('\n')
  const body = `<h1>Errors</h1>
<p class="lead">Every refusal says <code>code</code>, one of eight words that goes with the status, and
<code>reason</code>, the exact cause. Decide by these two; <code>message</code> is for people and may change.
Name the <code>requestId</code> when you report a problem.</p>
<nav class="index" aria-label="All reasons">${index}</nav>
${sections}`
  const description = `The ${reasons.length} reasons of an error, what each means and what to do.`
  return pageOf({ title: 'Errors · Fairground', description, body })
}

function isCode(text: string): text is ProblemCode {
  return Object.hasOwn(statusOfCode, text)
}

function ofCode(code: ProblemCode, reasons: readonly Reason[]): Reason[] {
  return reasons.filter((each) => each.code === code)
}

function indexOf(code: ProblemCode, reasons: readonly Reason[]): string {
  const links = ofCode(code, reasons).map(({ reason }) => `<a href="#${escaped(reason)}">${escaped(reason)}</a>`)
  return `<div><b>${statusOfCode[code]} ${code}</b> ${links.join(' ')}</div>`
}

function section(code: ProblemCode, reasons: readonly Reason[], owners: Map<string, string[]>): string {
  const entries = ofCode(code, reasons).map((each) => entry(each, owners.get(each.reason) ?? []))
  return `<section><h2>${statusOfCode[code]} <code>${code}</code></h2>\n${entries.join('\n')}</section>`
}

function entry(why: Reason, owners: readonly string[]): string {
  const where =
    owners.length === 0 ? '' : `<dt>Where</dt><dd>${owners.map((id) => `<code>${escaped(id)}</code>`).join(' ')}</dd>`
  return `<article id="${escaped(why.reason)}"><h3><a href="#${escaped(why.reason)}">${escaped(why.reason)}</a></h3>
<dl><dt>Means</dt><dd>${marked(why.message)}</dd><dt>Do</dt><dd>${marked(adviceFor(why))}</dd>${where}</dl></article>`
}

/** Operations that declare a reason; none for the reasons of every operation. */
function ownersOf(operations: readonly Operation[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const of of operations) {
    const own = new Set(of.reasons.map((each) => each.reason))
    const possible = refusalsOf(of).flatMap((refusal) => refusal.reasons.map((each) => each.reason))
    for (const name of new Set(possible)) if (own.has(name)) found.set(name, [...(found.get(name) ?? []), of.id])
  }
  return found
}
