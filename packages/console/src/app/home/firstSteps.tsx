import { Anchor, Progress, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Check, Circle } from 'lucide-react'
import { useQueries } from '@tanstack/react-query'
import { useAccount, useScope } from '#console/app/session.tsx'
import { useDescription } from '#console/parts/description.ts'
import { descriptors } from '#console/products/descriptors.ts'
import { readQuery, type ApiPage } from '#console/parts/recordQueries.ts'
import { t } from '#console/texts/texts.ts'

/** The first steps of a new account; the list disappears when the last one is done. */
export function FirstSteps() {
  const { id: accountId } = useAccount()
  const open = useSteps()
  const done = open.filter(({ isDone }) => isDone).length
  if (open.length === 0 || done === open.length) return null
  return (
    <section className="surface section" aria-labelledby="home-steps">
      <Title order={2} id="home-steps">
        {t('home.steps')}
      </Title>
      <Progress value={(100 * done) / open.length} size="sm" aria-label={`${done} / ${open.length}`} />
      <ul className="steps">
        {open.map(({ step, isDone }) => (
          <li key={step.id} data-done={isDone || undefined}>
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

/** Steps that the person's role may take, in the order of the navigation; a step appears once its state is known. */
function useSteps() {
  const account = useAccount()
  const { operations } = useDescription()
  const hasScope = useScope()
  const open = descriptors.flatMap((product) =>
    Object.entries(product.nouns).flatMap(([name, { firstStep }]) => {
      const id = `${product.name}.${name}`
      const create = operations.find((each) => each.id === `${id}.create`)
      if (firstStep === undefined || create === undefined || !hasScope(create.scope)) return []
      return [{ ...firstStep, id, path: `${product.name}/${name}/new` }]
    }),
  )
  const pages = useQueries({
    queries: open.map(({ id, doneAt = 1 }) => readQuery<ApiPage>(account, `${id}.all`, { limit: doneAt })),
  })
  return open.flatMap((step, at) => {
    const page = pages[at]?.data
    return page === undefined ? [] : [{ step, isDone: page.items.length >= (step.doneAt ?? 1) }]
  })
}
