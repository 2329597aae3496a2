import '#console/parts/screenStyles.ts'
import { Code, Drawer, Stack } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { t } from '#console/texts/texts.ts'
import { loggedCalls, onCalls } from './callLog.ts'

/** The calls that this page made. */
export function CallsDrawer({ close }: { close(): void }) {
  const calls = useSyncExternalStore(onCalls, loggedCalls)
  return (
    <Drawer opened onClose={close} position="right" title={t('shell.calls')}>
      <Stack>
        {calls.map(({ number, route, status }) => (
          <Code key={number}>
            {route.method} {route.path} {status}
          </Code>
        ))}
      </Stack>
    </Drawer>
  )
}
