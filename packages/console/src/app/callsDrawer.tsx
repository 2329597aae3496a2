import '#console/parts/screenStyles.ts'
import { Badge, Code, Drawer, Group, SegmentedControl, Stack, Text, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { CopyButton } from '#console/parts/values/secretView.tsx'
import { t } from '#console/texts/texts.ts'
import { curlOf, rawOf, sdkOf } from './callForms.ts'
import { loggedCalls, onCalls, type LoggedCall } from './callLog.ts'

/** The calls that this page made, each as curl, SDK and raw: what the console does, a program can do. */
export function CallsDrawer({ close }: { close(): void }) {
  const calls = useSyncExternalStore(onCalls, loggedCalls)
  const [opened, setOpened] = useState<number>()
  return (
    <Drawer opened onClose={close} position="right" size="lg" title={t('shell.calls')}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t('calls.about')}
        </Text>
        {calls.map((call) => (
          <div key={call.number} className="call">
            <UnstyledButton
              className="call-head"
              aria-expanded={opened === call.number}
              onClick={() => setOpened(opened === call.number ? undefined : call.number)}
            >
              <Badge size="sm" variant="light" color={colorOf(call)} miw={52}>
                {call.status ?? '…'}
              </Badge>
              <Text size="xs" ff="monospace" truncate flex={1}>
                {call.route.method} {call.route.path}
              </Text>
              <Text size="xs" c="dimmed">
                {call.durationMs === undefined ? '' : `${call.durationMs} ms`}
              </Text>
            </UnstyledButton>
            {opened === call.number ? <CallForms call={call} close={close} /> : null}
          </div>
        ))}
      </Stack>
    </Drawer>
  )
}

const forms = { curl: curlOf, sdk: sdkOf, raw: rawOf } as const

function CallForms({ call, close }: { call: LoggedCall; close(): void }) {
  const [form, setForm] = useState<keyof typeof forms>('curl')
  const text = forms[form](call, location.origin)
  return (
    <Stack gap="xs" p="xs">
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          value={form}
          onChange={(next) => setForm(next === 'sdk' || next === 'raw' ? next : 'curl')}
          data={[
            { value: 'curl', label: 'curl' },
            { value: 'sdk', label: 'SDK' },
            { value: 'raw', label: t('calls.raw') },
          ]}
        />
        <CopyButton text={text} label={t('value.copy', { name: form })} />
      </Group>
      <Code block tabIndex={0} className="call-text">
        {text}
      </Code>
      {call.requestId === undefined || call.accountId === undefined ? null : (
        <Text
          size="xs"
          c="dimmed"
          component={Link}
          to={`/${call.accountId}/account/request/${call.requestId}`}
          onClick={close}
        >
          {call.requestId}
        </Text>
      )}
    </Stack>
  )
}

function colorOf({ status }: LoggedCall): string {
  if (status === undefined) return 'gray'
  return status >= 200 && status < 300 ? 'teal' : 'red'
}
