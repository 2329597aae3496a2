import { Type, type Static } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { companion, eventStream } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { idOf, line, nullable } from '#kit/values/fields.ts'
import { factSignalsPort, type FactWatch } from '#platform/facts/factSignalsPort.ts'
import { factName, factShape, pollMs, readPage, type FactQuery, type PublicFact } from './factLog.ts'

/** Facts that one statement reads for a stream. */
const batchMax = 100
const retryAfterSeconds = 10

const startShape = closed({
  after: nullable(
    idOf('fct', { description: 'The fact behind which the stream begins; null where there is none yet.' }),
  ),
})

export const operations = [
  eventStream('account.fact.stream', {
    route: 'GET /api/account/fact/stream',
    title: 'Facts - Stream',
    description:
      'Public facts as they are published, each as an event `fact` with the id of the fact. The event `start` comes ' +
      'first, with the id behind which they begin. `EventSource` reconnects with the last id and misses none of the ' +
      'last 30 days.',
    scope: 'account.fact:read',
    input: closed({
      name: Type.Optional(factName({ description: 'Only facts of this name.' })),
      subject: Type.Optional(line(60, { description: 'Only facts about the resource with this id.' })),
      lastEventId: Type.Optional(
        idOf('fct', {
          description: 'Starts behind this fact, else with the next one. Also the header `Last-Event-ID`.',
        }),
      ),
    }),
    events: { start: startShape, fact: factShape },
    example: {},
    async handle(ctx, { lastEventId, ...filters }) {
      const watch = ctx.port(factSignalsPort).watch(ctx.account.id)
      try {
        if ((await watch.next(0)) === 'refused') throw problem(reasons.unavailable, { retryAfterSeconds })
        const after = lastEventId ?? (await newestId(ctx, filters))
        // The first read refuses an unknown fact before the response begins.
        return following(ctx, watch, { first: await readAfter(ctx, filters, after), filters, after })
      } catch (error) {
        watch.close()
        throw error
      }
    },
  }),
].map(companion)

type Filters = Pick<FactQuery, 'name' | 'subject'>
type FactEvent = { event: 'fact'; id: string; data: PublicFact }
type StartEvent = { event: 'start'; id?: string; data: Static<typeof startShape> }
/** Facts to send first, and the fact behind which the next ones begin. */
type Start = { first: PublicFact[]; filters: Filters; after: string | undefined }

async function newestId(ctx: Ctx, filters: Filters): Promise<string | undefined> {
  return (await readPage(ctx, { ...filters, limit: 1 }, false)).items[0]?.id
}

async function readAfter(ctx: Ctx, filters: Filters, after: string | undefined): Promise<PublicFact[]> {
  const query = { ...filters, limit: batchMax, ...(after === undefined ? {} : { after }) }
  return (await readPage(ctx, query, true)).items
}

/** Facts in the order in which they were published. A reader takes them one by one, so a slow one holds one batch. */
function following(
  ctx: Ctx,
  watch: FactWatch,
  { first, filters, after }: Start,
): AsyncIterable<StartEvent | FactEvent> {
  let isStarted = false
  let batch = first
  let last = after
  let isEnded = false
  const next = async (): Promise<IteratorResult<StartEvent | FactEvent>> => {
    if (!isStarted) {
      isStarted = true
      return { done: false, value: startOf(after) }
    }
    while (!isEnded) {
      const fact = batch.shift()
      if (fact !== undefined) {
        last = fact.id
        return { done: false, value: { event: 'fact', id: fact.id, data: fact } }
      }
      batch = await readAfter(ctx, filters, last)
      if (batch.length === 0 && (await watch.next(pollMs)) === 'refused') break
    }
    return { done: true, value: undefined }
  }
  return {
    [Symbol.asyncIterator]: () => ({
      next,
      async return() {
        isEnded = true
        watch.close()
        return { done: true, value: undefined }
      },
    }),
  }
}

function startOf(after: string | undefined): StartEvent {
  return { event: 'start', data: { after: after ?? null }, ...(after === undefined ? {} : { id: after }) }
}
