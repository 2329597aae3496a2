import { Anchor, Progress, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Check, Circle } from 'lucide-react'
import { useAccount, useScope } from '#console/app/session.tsx'
import { findOperation, useDescription } from '#console/parts/description.ts'
import { useRead, type ApiPage } from '#console/parts/recordQueries.ts'
import { t, type TextKey } from '#console/texts/texts.ts'

/** One step of a new account: done once its noun has this many records. */
type Step = { noun: string; title: TextKey; text: TextKey; path: string; doneAt: number }

const steps: readonly Step[] = [
  {
    noun: 'livestream.stream',
    title: 'home.step.stream',
    text: 'home.step.stream.text',
    path: 'livestream/stream/new',
    doneAt: 1,
  },
  { noun: 'places.place', title: 'home.step.place', text: 'home.step.place.text', path: 'places/place/new', doneAt: 1 },
  {
    noun: 'account.member',
    title: 'home.step.member',
    text: 'home.step.member.text',
    path: 'account/member/new',
    doneAt: 2,
  },
  {
    noun: 'account.webhookEndpoint',
    title: 'home.step.webhook',
    text: 'home.step.webhook.text',
    path: 'account/webhookEndpoint/new',
    doneAt: 1,
  },
]

/** The first steps of a new account; the list disappears when the last one is done. */
export function FirstSteps() {
  const states = [useStep(steps[0]), useStep(steps[1]), useStep(steps[2]), useStep(steps[3])]
  const { id: accountId } = useAccount()
  const open = steps.flatMap((step, index) => (states[index] === undefined ? [] : [{ step, isDone: states[index] }]))
  const done = open.filter(({ isDone }) => isDone).length
  if (open.length === 0 || done === open.length) return null
  return (
    <section className="surface home-section" aria-labelledby="home-steps">
      <Title order={2} id="home-steps">
        {t('home.steps')}
      </Title>
      <Progress value={(100 * done) / open.length} size="sm" aria-label={`${done} / ${open.length}`} />
      <ul className="steps">
        {open.map(({ step, isDone }) => (
          <li key={step.noun} data-done={isDone || undefined}>
            {isDone ? <Check size={18} aria-hidden /> : <Circle size={18} aria-hidden />}
            <div>
              {isDone ? (
                <Text size="sm" td="line-through" c="dimmed">
                  {t(step.title)}
                </Text>
              ) : (
                <Anchor component={Link} to={`/${accountId}/${step.path}`} size="sm" fw={600}>
                  {t(step.title)}
                </Anchor>
              )}
              <Text size="xs" c="dimmed">
                {t(step.text)}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Whether a step is done; undefined while it is unknown, or closed to the person's role. */
function useStep(step: Step | undefined): boolean | undefined {
  const description = useDescription()
  const hasScope = useScope()
  const create = findOperation(description, `${step?.noun}.create`)
  const isOn = step !== undefined && create !== undefined && hasScope(create.scope)
  const { data } = useRead<ApiPage>(`${step?.noun}.all`, { limit: step?.doneAt ?? 1 }, { isOn })
  return data === undefined || step === undefined ? undefined : data.items.length >= step.doneAt
}
