import { Button, Group, Select } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import type { OutputOf } from '#console/app/client.ts'
import { languageName, languageOptions } from '#console/parts/form/choices.ts'
import { newKey } from '#console/parts/form/formKeys.ts'
import { notifyFailure } from '#console/parts/notices.tsx'
import { useRead, useStale } from '#console/parts/recordQueries.ts'
import { languageTag, t } from '#console/texts/texts.ts'

/** Texts of a video in one language. */
export type Sheet = OutputOf<'livestream.details.get'>

type Sheets = {
  sheets: readonly Sheet[]
  sheet: Sheet | undefined
  choose(detailsId: string): void
  create(locale: string): Promise<Sheet>
  reload(): Promise<void>
  isLoading: boolean
}

/** The sheets of a video, one for each language, and the chosen one. */
export function useSheets(staticId: string): Sheets {
  const { client } = useAccount()
  const stale = useStale()
  const [chosen, choose] = useState<string>()
  const input = { targetType: 'static', targetId: staticId, sort: 'createdAt', limit: 100 }
  const { data, isPending } = useRead<{ items: Sheet[] }>('livestream.details.all', input)
  const sheets = data?.items ?? []
  return {
    sheets,
    sheet: sheets.find(({ id }) => id === chosen) ?? sheets[0],
    choose,
    isLoading: isPending,
    reload: () => stale('livestream.details'),
    async create(locale) {
      const draft = { targetType: 'static', targetId: staticId, locale }
      // cast: the operation returns the sheet.
      const made = (await client.callAny('livestream.details.create', draft, { idempotencyKey: newKey() })) as Sheet
      await stale('livestream.details')
      choose(made.id)
      return made
    },
  }
}

/** Chooses the language whose texts are edited, and adds another one. */
export function SheetPicker({ sheets, label }: { sheets: Sheets; label: string }) {
  const [isAdding, setAdding] = useState(false)
  const canWrite = useScope()('livestream.details:write')
  const taken = new Set(sheets.sheets.map(({ locale }) => locale))
  return (
    <Group gap="xs" align="end">
      {sheets.sheets.length === 0 ? null : (
        <Select
          label={label}
          size="xs"
          w={220}
          allowDeselect={false}
          data={sheets.sheets.map(({ id, locale }) => ({ value: id, label: languageName(locale) }))}
          value={sheets.sheet?.id ?? null}
          onChange={(id) => id !== null && sheets.choose(id)}
        />
      )}
      {!canWrite || sheets.isLoading ? null : isAdding || sheets.sheets.length === 0 ? (
        <LanguageSelect
          label={t('editor.addLanguage')}
          value={null}
          taken={taken}
          set={(locale) => {
            setAdding(false)
            sheets.create(locale).catch(notifyFailure)
          }}
        />
      ) : (
        <Button size="xs" variant="subtle" leftSection={<Plus size={14} aria-hidden />} onClick={() => setAdding(true)}>
          {t('editor.addLanguage')}
        </Button>
      )}
    </Group>
  )
}

type LanguageSelectProps = { label: string; value: string | null; taken?: ReadonlySet<string>; set(tag: string): void }

/** A language by its name, in the language of the console. */
export function LanguageSelect({ label, value, taken, set }: LanguageSelectProps) {
  const options = languageOptions(value ?? languageTag()).filter((each) => taken?.has(each.value) !== true)
  return (
    <Select
      label={label}
      size="xs"
      w={220}
      searchable
      allowDeselect={false}
      data={options}
      value={value}
      onChange={(tag) => tag !== null && set(tag)}
    />
  )
}
