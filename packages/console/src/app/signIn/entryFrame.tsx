import { Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#console/texts/texts.ts'
import './entryFrame.css'

type Frame = { title: string; text?: string | undefined; children: ReactNode }

/** The frame of pages without an account: sign-in and one-time links. */
export function EntryFrame({ title, text, children }: Frame) {
  return (
    <div className="entry">
      <main className="entry-main">
        <Stack gap="lg" maw={400} w="100%">
          <div className="entry-brand">
            <Tent />
            <span>Fairground</span>
          </div>
          <Paper className="surface" p={{ base: 'lg', sm: 'xl' }}>
            <Stack>
              <div>
                <Title order={1}>{title}</Title>
                {text === undefined ? null : (
                  <Text c="dimmed" size="sm" mt={6}>
                    {text}
                  </Text>
                )}
              </div>
              {children}
            </Stack>
          </Paper>
        </Stack>
      </main>
      <aside className="entry-side" aria-hidden>
        <Tent />
        <p>{t('signIn.tagline')}</p>
      </aside>
    </div>
  )
}

function Tent() {
  return (
    <svg className="tent" viewBox="0 0 32 32" aria-hidden>
      <path className="tent-roof" d="M16 3 3 15v14h26V15z" />
      <path className="tent-door" d="m16 8-4 21h8z" />
      <path className="tent-flag" d="M15 1h2v5h-2z" />
    </svg>
  )
}
