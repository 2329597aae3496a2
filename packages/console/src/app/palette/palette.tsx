import '#console/parts/screenStyles.ts'
import { Kbd, Modal, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useAccount, useSession } from '#console/app/session.tsx'
import type { RecordCard } from '#console/parts/cards.ts'
import { findOperation, partsOf, useDescription } from '#console/parts/description.ts'
import { pageActions } from '#console/parts/pageActions.ts'
import { recentRecords } from '#console/parts/recentRecords.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { StatusBadge } from '#console/parts/values/statusBadge.tsx'
import { t } from '#console/texts/texts.ts'
import { usePaletteEntries } from './paletteEntries.ts'
import { matchingEntries, type PaletteEntry } from './paletteMatch.ts'
import './palette.css'

const searchMs = 120
const pagesMax = 8

/** A line opens a page, or runs an action of the open one. */
type Line = PaletteEntry & { status?: string; run?(): void }

/** The command palette: any page, any new record, any record by name, id or reference, any action of the open page. */
export function Palette({ close, openKeys }: { close(): void; openKeys(): void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const navigate = useNavigate()
  const lines = useLines(typed)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const current = Math.min(chosen, Math.max(0, lines.length - 1))
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const open = (line: Line | undefined) => {
    if (line === undefined) return
    close()
    if (line.run === undefined) void navigate({ to: line.path })
    else line.run()
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setChosen((current + step + lines.length) % Math.max(1, lines.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      open(lines[current])
    }
  }
  return (
    <Modal
      opened
      onClose={close}
      attributes={{ content: { 'aria-label': t('shell.search') } }}
      withCloseButton={false}
      padding={0}
      size={620}
      yOffset="12vh"
      centered={false}
    >
      <TextInput
        variant="unstyled"
        size="md"
        px="md"
        leftSectionWidth={42}
        leftSection={<Search size={18} aria-hidden />}
        placeholder={t('shell.search')}
        aria-label={t('shell.search')}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={`${listId}-${current}`}
        data-autofocus
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKey}
      />
      <div className="palette" role="listbox" id={listId} aria-label={t('shell.search')} ref={list}>
        {lines.map((line, index) => (
          <div key={line.id}>
            {line.group === lines[index - 1]?.group ? null : (
              <Text size="xs" c="dimmed" fw={600} px="md" pt="sm" pb={4} aria-hidden>
                {line.group}
              </Text>
            )}
            <button
              type="button"
              role="option"
              tabIndex={-1}
              id={`${listId}-${index}`}
              aria-selected={index === current}
              className="palette-line"
              onPointerMove={() => setChosen(index)}
              onClick={() => open(line)}
            >
              <span>{line.title}</span>
              {line.status === undefined ? (
                <small>{line.words}</small>
              ) : (
                <>
                  <small>{line.words}</small>
                  <StatusBadge status={line.status} />
                </>
              )}
            </button>
          </div>
        ))}
        {lines.length === 0 ? (
          <Text c="dimmed" ta="center" py="xl" role="status">
            {t('palette.none')}
          </Text>
        ) : null}
      </div>
      <UnstyledButton
        className="palette-keys"
        onClick={() => {
          close()
          openKeys()
        }}
      >
        {t('shell.keys')} <Kbd size="xs">?</Kbd>
      </UnstyledButton>
    </Modal>
  )
}

/** Pages at once, records a moment after the last key. */
function useLines(typed: string): Line[] {
  const session = useSession()
  const { id: accountId } = useAccount()
  const description = useDescription()
  const entries = usePaletteEntries(session)
  const [searched] = useDebouncedValue(typed.trim(), searchMs)
  const operation = 'account.record.search'
  const canSearch = findOperation(description, operation) !== undefined
  const { data } = useRead<{ items: RecordCard[] }>(operation, { q: searched }, { isOn: canSearch && searched !== '' })
  const pages = matchingEntries(entries, typed)
  const records = (searched === '' ? [] : (data?.items ?? [])).map((card): Line => {
    const { product, noun } = partsOf(card.kind)
    const path = `/${accountId}/${product}/${noun}/${card.id}`
    return {
      id: card.id,
      group: t('palette.records'),
      title: card.title,
      path,
      words: card.kindTitle,
      status: card.status,
    }
  })
  const recent = recentRecords(accountId).map(({ path, title, kind }): Line => ({
    id: path,
    group: t('palette.recent'),
    title,
    path,
    words: kind,
  }))
  const actions = matchingEntries(actionLines(), typed)
  return typed.trim() === ''
    ? [...actions, ...recent, ...pages]
    : [...actions.slice(0, pagesMax), ...pages.slice(0, pagesMax), ...records]
}

/** Actions of the open page. Those of a control room stand in the header too: each appears once. */
function actionLines(): Line[] {
  const group = t('palette.actions')
  const lines = pageActions().map(({ id, title, run }): Line => ({
    id: `action ${id}`,
    group,
    title,
    path: '',
    words: '',
    run,
  }))
  return [...new Map(lines.map((line) => [line.title, line])).values()]
}
