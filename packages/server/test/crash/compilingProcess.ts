import { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { startProcess } from '#platform/templates/templateRunner.ts'
import { until } from '#test/world/until.ts'

/** Rules times elements: the inliner of styles compares each with each, for minutes. */
const [rules, elements] = [5_000, 5_000]
const style = Array.from({ length: rules }, (_, n) => `.c${n} div{color:red}`).join('\n')
const body = `<style>${style}</style>${'<div class="c1">x</div>'.repeat(elements)}`
/** Time of the processor after which the compilation is under way. */
const begunMs = 1_000

// A server has other work as well.
setInterval(() => undefined, 60_000)
/** Has a process compile a template for minutes, and prints the id of the process once it is busy. */
const runner = startProcess()
await once(runner.events, 'message')
const beforeMs = await runner.usedMs()
const texts = { subject: null, preheader: null, textBody: null, layout: null }
runner.send({ source: { ...texts, format: 'html', body } })
await until(async () => (await runner.usedMs()) - beforeMs > begunMs)
if (runner.events instanceof ChildProcess) process.stdout.write(`${runner.events.pid}\n`)
