import { Button, CloseButton, Group, Progress, Text } from '@mantine/core'
import { Suspense, useState } from 'react'
import { sentenceOf } from '#console/app/failures.ts'
import { useAccount, useScope } from '#console/app/session.tsx'
import { confirmed } from '#console/parts/confirmation.ts'
import { effectText } from '#console/parts/effectText.ts'
import { findOperation, useDescription, type Noun } from '#console/parts/description.ts'
import { loadedPart } from '#console/parts/loadedPart.ts'
import { nounScreens } from '#console/products/screens.ts'
import { labelOf } from '#console/parts/labels.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { useStale } from '#console/parts/recordQueries.ts'
import { inverseOf } from '#console/parts/undo.ts'
import type { ApiRecord } from '#console/parts/descriptor.ts'
import { plural, t } from '#console/texts/texts.ts'

const atOnce = 4

type BulkProps = {
  noun: Noun
  records: readonly ApiRecord[]
  ids: ReadonlySet<string>
  /** Replaces the selection. */
  select(ids: readonly string[]): void
}

/** The bar of actions over the selected records. */
export function BulkBar({ noun, records, ids, select }: BulkProps) {
  const description = useDescription()
  const hasScope = useScope()
  const [done, setDone] = useState<number>()
  const perform = usePerform(noun, setDone)
  const update = findOperation(description, `${noun.id}.update`)
  const remove = findOperation(description, `${noun.id}.delete`)
  const statuses = new Set(records.filter(({ id }) => ids.has(id)).map((each) => String(each['status'])))
  const { bulkTool: tool, panelActions = [] } = nounScreens(noun)
  const actions = Object.entries(noun.actions).filter(
    ([name, { from }]) => !panelActions.includes(name) && from.some((each) => statuses.has(each)),
  )
  // Records that refused stay selected: the person sees which, and tries again.
  const run = (name: string, call: Call, undo?: Undo) => perform(name, { ids: [...ids], call, undo }).then(select)
  const count = ids.size
  const act = async (action: string) => {
    const inverse = inverseOf(noun, action, { statuses, panelActions })
    const undo = inverse === undefined ? undefined : actionCall(noun, inverse)
    const title = `${labelOf(action)}: ${plural('list.selected', count)}?`
    const question = { title, text: effectText(noun.actions[action]?.description), button: labelOf(action) }
    if (undo === undefined && !(await confirmed(question))) return
    await run(labelOf(action), actionCall(noun, action), undo)
  }
  const BulkTool = tool && loadedPart(tool.load, 'BulkTool')
  return (
    <Group className="list-bulk" gap="xs" role="toolbar" aria-label={plural('list.selected', count)}>
      <Text size="sm" fw={600}>
        {done === undefined ? plural('list.selected', count) : t('list.bulk.running', { done, count })}
      </Text>
      {done === undefined ? null : <Progress value={(100 * done) / count} w={120} aria-label={String(done)} />}
      {update !== undefined && hasScope(update.scope)
        ? actions.map(([action, { description: effect }]) => (
            <Button
              key={action}
              size="compact-sm"
              variant="white"
              color="dark"
              title={effectText(effect)}
              disabled={done !== undefined}
              onClick={() => void act(action)}
            >
              {labelOf(action)}
            </Button>
          ))
        : null}
      {BulkTool === undefined || update === undefined || !hasScope(update.scope) ? null : (
        <Suspense>
          <BulkTool isBusy={done !== undefined} run={(title, input) => void run(title, updateCall(noun, input))} />
        </Suspense>
      )}
      {remove !== undefined && hasScope(remove.scope) ? (
        <Button
          size="compact-sm"
          color="red"
          disabled={done !== undefined}
          onClick={async () => {
            const title = t('list.bulk.delete.title', { count })
            if (!(await confirmed({ title, button: t('list.bulk.delete') }))) return
            await run(t('list.bulk.delete'), (id) => [`${noun.id}.delete`, { [noun.idKey ?? 'id']: id }])
          }}
        >
          {t('list.bulk.delete')}
        </Button>
      ) : null}
      <CloseButton c="inherit" variant="transparent" aria-label={t('list.bulk.clear')} onClick={() => select([])} />
    </Group>
  )
}

type Call = (id: string) => [operationId: string, input: object]
type Undo = Call | undefined

function updateCall(noun: Noun, input: object): Call {
  return (id) => [`${noun.id}.update`, { [noun.idKey ?? 'id']: id, ...input }]
}

function actionCall(noun: Noun, action: string): Call {
  return updateCall(noun, { action })
}

/** Runs a call for each record, a few at a time. Resolves to the ids that failed, and reports every reason. */
function usePerform(noun: Noun, setDone: (done: number | undefined) => void) {
  const { client } = useAccount()
  const stale = useStale()
  const each = async (ids: readonly string[], call: Call) => {
    const failures: { id: string; reason: string }[] = []
    const succeeded: string[] = []
    const waiting = [...ids]
    const work = async () => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        const [operation, input] = call(id)
        try {
          await client.callAny(operation, input)
          succeeded.push(id)
        } catch (error) {
          failures.push({ id, reason: sentenceOf(error) })
        }
        setDone(succeeded.length + failures.length)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    await stale(noun.id)
    return { succeeded, failures }
  }
  return async (action: string, { ids, call, undo }: { ids: readonly string[]; call: Call; undo: Undo }) => {
    setDone(0)
    const { succeeded, failures } = await each(ids, call)
    setDone(undefined)
    if (succeeded.length > 0) {
      const reverse = undo === undefined ? undefined : () => each(succeeded, undo).then(() => undefined)
      notify(plural('list.bulk.done', succeeded.length, { action }), reverse)
    }
    if (failures.length > 0) {
      const reason = reasonsOf(failures.map((each) => each.reason))
      notifyFailure(new Error(plural('list.bulk.failed', failures.length, { action, reason })))
    }
    return failures.map(({ id }) => id)
  }
}

/** Every reason once, with its number where there are several: `The place was merged. (2)`. */
function reasonsOf(reasons: readonly string[]): string {
  const counts = Map.groupBy(reasons, (reason) => reason)
  return [...counts].map(([reason, all]) => (counts.size === 1 ? reason : `${reason} (${all.length})`)).join(' ')
}
