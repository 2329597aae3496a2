import { Alert, Button, Group, Text } from '@mantine/core'
import { FairgroundError } from '@fairground/sdk'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { notifyFailure } from '#console/parts/notices.tsx'
import { t } from '#console/texts/texts.ts'

/** Whether the sheet was changed since the version that the write names. */
export function isOtherVersion(error: unknown): boolean {
  return error instanceof FairgroundError && error.reason === 'version_mismatch'
}

/**
 * Sends with the values of the next render, once at a time. An input hands over its text when it loses the focus, so
 * that a request by key takes the focus first.
 */
export function useRequest(send: () => Promise<void>): { request(): void; isBusy: boolean } {
  const [state, setState] = useState<'idle' | 'requested' | 'busy'>('idle')
  useEffect(() => {
    if (state !== 'requested') return
    setState('busy')
    void send()
      .catch(notifyFailure)
      .finally(() => setState('idle'))
  }, [state])
  return {
    isBusy: state === 'busy',
    request() {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      setState((now) => (now === 'idle' ? 'requested' : now))
    },
  }
}

type EditorCommands = { undo(): void; redo(): void; save(): void }

/** Runs Ctrl or Cmd with S, Z, Shift+Z and Y. */
export function runEditorKey(event: KeyboardEvent, { undo, redo, save }: EditorCommands): void {
  if (!event.ctrlKey && !event.metaKey) return
  const key = event.key.toLowerCase()
  if (key === 's') save()
  else if (key === 'z' && !event.shiftKey) undo()
  else if (key === 'y' || key === 'z') redo()
  else return
  event.preventDefault()
}

/** Says that unsaved changes of an earlier visit are open, and discards them. */
export function RestoredNotice({ discard }: { discard(): void }) {
  return (
    <Alert color="blue" p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('editor.restored')}</Text>
        <Button size="compact-xs" variant="default" onClick={discard}>
          {t('editor.discard')}
        </Button>
      </Group>
    </Alert>
  )
}
