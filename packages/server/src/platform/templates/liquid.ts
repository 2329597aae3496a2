import { CaptureTag, Liquid, type Context, type Template } from 'liquidjs'
import { formatMoney } from '#kit/values/currencyExponent.ts'
import type { TemplateProblem } from './templatesPort.ts'

/** Bounds of one text: its length, the time and the memory of a rendering, the length of the result. */
export const liquidBounds = { lengthMax: 1_048_576, renderMs: 250, memoryMax: 4_000_000, resultMax: 2_097_152 } as const

/** Tags that read other files. */
const fileTags = ['include', 'render', 'layout', 'block']

/** Where a text stands: every output is escaped for HTML and XML, for a text in JSON, or for a form; texts stay. */
export type LiquidPlace = 'html' | 'text' | 'json' | 'form'

type Escape = (value: unknown) => string

/** Escapes of outputs, and the filters whose results are escaped by themselves. */
const escapes: Readonly<Record<'json' | 'form', { escape: Escape; filters: Readonly<Record<string, Escape>> }>> = {
  json: { escape: (value) => JSON.stringify(textOf(value)).slice(1, -1), filters: { json: jsonOf, jsonify: jsonOf } },
  form: { escape: formText, filters: { url_encode: formText, cgi_escape: formText } },
}

/** Liquid for each place, made at first use: an engine reads the locale, which costs a start 7 MB. */
const engines: Partial<Record<LiquidPlace, Liquid>> = {}

function engineFor(place: LiquidPlace): Liquid {
  return (engines[place] ??= engineOf(place))
}

/** A parsed text. */
export type Parsed = { place: LiquidPlace; templates: Template[] }

/** Parses a text. Returns the first mistake with its line and column. */
export function parseLiquid(text: string, place: LiquidPlace, path: string): Parsed | TemplateProblem {
  try {
    return { place, templates: engineFor(place).parse(text) }
  } catch (error) {
    return problemOf(error, path)
  }
}

/** The processor was busy with other work: nothing is wrong with the text. */
export class OutOfTime extends Error {}

const attemptsMax = 20
/** Share of the bound that a text ran for, beyond which it is too slow by itself. */
const ownShare = 0.8

/**
 * Renders a parsed text. Throws the error of the engine: an unknown filter, or a bound that was reached. The engine
 * measures by the clock; on a busy machine a text may reach that bound without having run, and is rendered again.
 * Throws OutOfTime when that does not help.
 */
export function renderLiquid({ place, templates }: Parsed, data: object): string {
  const before = process.threadCpuUsage()
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    try {
      const rendered: unknown = engineFor(place).renderSync(templates, data)
      return String(rendered)
    } catch (error) {
      const { user, system } = process.threadCpuUsage(before)
      const isOwnFault = (user + system) / 1_000 >= liquidBounds.renderMs * ownShare
      if (isOwnFault || !String(error).includes('render limit exceeded')) throw error
    }
  }
  throw new OutOfTime()
}

/** Names that a text reads, with their paths: `contact.firstName`. */
export function variablesOf({ place, templates }: Parsed): string[] {
  return engineFor(place).globalFullVariablesSync(templates)
}

/** A mistake as people read it. */
export function problemOf(error: unknown, path: string): TemplateProblem {
  // cast: the engine puts the token with its place on its errors.
  const { token, message, originalError } = Object(error) as Record<string, unknown>
  const place = Object(token)
  const [line, column] = typeof place.getPosition === 'function' ? place.getPosition() : [null, null]
  const text = String(Object(originalError).message ?? message ?? error)
  return { path, message: text.replace(/, line:\d+.*$/s, '').slice(0, 300), line, column }
}

/**
 * The tag `capture`, whose text counts for the memory of a rendering as those of filters do: a comparison of a text of
 * 400 MB needs more memory than a thread has, and ends the process.
 */
class CountedCapture extends CaptureTag {
  override *render(ctx: Context): Generator<unknown, void, string> {
    yield* super.render(ctx)
    ctx.memoryLimit.use(String(ctx.bottom()[this.variable]).length)
  }
}

function engineOf(place: LiquidPlace): Liquid {
  const own = place === 'json' || place === 'form' ? escapes[place] : undefined
  const outputEscape = place === 'html' ? 'escape' : own?.escape
  const engine = new Liquid({
    strictFilters: true,
    ownPropertyOnly: true,
    cache: false,
    templates: {},
    parseLimit: liquidBounds.lengthMax,
    renderLimit: liquidBounds.renderMs,
    memoryLimit: liquidBounds.memoryMax,
    ...(outputEscape === undefined ? {} : { outputEscape }),
  })
  for (const name of fileTags) {
    engine.registerTag(name, {
      parse() {
        throw new Error(`the tag ${name} is not available`)
      },
      *render() {},
    })
  }
  engine.registerTag('capture', CountedCapture)
  engine.registerFilter('money', moneyText)
  for (const [name, handler] of Object.entries(own?.filters ?? {})) engine.registerFilter(name, { handler, raw: true })
  return engine
}

/** A value as text: nothing for a missing one, JSON for a list or an object. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value ?? null)
}

/** A value of a form (application/x-www-form-urlencoded). */
function formText(value: unknown): string {
  return encodeURIComponent(textOf(value).toWellFormed())
}

/** An amount in minor units with its currency: `{{ total | money: "EUR", "de" }}`. Nothing for a missing amount. */
function moneyText(minor: unknown, currency: unknown, locale: unknown): string {
  const amount = Math.round(Number(minor ?? Number.NaN))
  if (!Number.isSafeInteger(amount)) return ''
  const money = { amount, currency: typeof currency === 'string' ? currency : 'EUR' }
  return formatMoney(money, typeof locale === 'string' ? locale : 'en')
}
