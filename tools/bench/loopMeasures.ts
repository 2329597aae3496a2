import type { App } from '#app/app.ts'
import { blockOf, longestTurnMs } from '#test/world/loopBlocks.ts'
import type { Line } from './report.ts'

const budgetMs = 50
const documents = ['/openapi.json', '/llms.txt', '/docs/errors', '/docs/reference.js']

/** Measures the longest block of the event loop by any input of any operation or page, and by the first document. */
export async function measureBlocks(app: App, key: string): Promise<Line[]> {
  let firstMs = 0
  for (const url of documents) firstMs = Math.max(firstMs, await longestTurnMs(() => app.server.inject(url)))
  const blocks = []
  for (const of of app.products.flatMap(({ operations, pages }) => [...operations, ...pages])) {
    const block = await blockOf(app, of, key)
    console.log(`${block.of.padEnd(40)} ${block.ms.toFixed(1)} ms by ${block.what}`)
    blocks.push(block)
  }
  const [worst] = blocks.toSorted((left, right) => right.ms - left.ms)
  return [
    { name: 'first document, longest block', value: firstMs, unit: 'ms', atMost: budgetMs, note: documents.join(' ') },
    {
      name: 'any input of any operation, longest block',
      value: worst?.ms ?? 0,
      unit: 'ms',
      atMost: budgetMs,
      note: `${worst?.of} by ${worst?.what}`,
    },
  ]
}
