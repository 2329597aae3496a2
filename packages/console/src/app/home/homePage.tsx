import '@mantine/core/styles/Alert.css'
import '@mantine/core/styles/Progress.css'
import { Group, Stack, Text, Title } from '@mantine/core'
import { Suspense } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import { descriptors } from '#console/products/descriptors.ts'
import type { HomePart } from '#console/parts/descriptor.ts'
import { loadedPart } from '#console/parts/loadedPart.ts'
import { t } from '#console/texts/texts.ts'
import { AttentionList, ProductActivity } from './activity.tsx'
import { FactFeed } from './factFeed.tsx'
import { FirstSteps } from './firstSteps.tsx'
import './home.css'

/** The home of an account: what is live, what needs attention, what happens. */
export function HomePage() {
  const { name, isTest } = useAccount()
  const hasScope = useScope()
  const parts = descriptors.flatMap(({ home = [] }) => home.filter(({ scope }) => hasScope(scope)))
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="baseline">
        <Title order={1}>{name}</Title>
        <Text size="sm" c="dimmed">
          {t(isTest ? 'home.test' : 'home.live')}
        </Text>
      </Group>
      <FirstSteps />
      <AttentionList />
      {parts.map((part) => (
        <LoadedPart key={part.scope} part={part} />
      ))}
      <div className="columns">
        <FactFeed />
        <ProductActivity />
      </div>
    </Stack>
  )
}

function LoadedPart({ part }: { part: HomePart }) {
  const Part = loadedPart(part.load, 'HomePart')
  return (
    <Suspense>
      <Part />
    </Suspense>
  )
}
