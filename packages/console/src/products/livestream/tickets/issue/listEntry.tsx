import { Alert, Button, Code, Group, Stack, Text, Textarea } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { readAttendeeRows, rowsMax, type AttendeeRow } from './attendeeRows.ts'

const example = 'email,name,count\nada@example.com,Ada Lund,2\nben@example.com,Ben Okoro,1'

/** The place for a list of holders: pasted, chosen as a file or dropped. */
export function ListEntry({ add }: { add(rows: readonly AttendeeRow[]): void }) {
  const [text, setText] = useState('')
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  const file = useRef<HTMLInputElement>(null)
  const check = (list: string) => {
    const rows = readAttendeeRows(list)
    const isTooLong = rows.length > rowsMax
    setProblem(
      rows.length === 0 ? t('issue.empty') : isTooLong ? t('issue.tooLong', { max: numberText(rowsMax) }) : undefined,
    )
    if (rows.length > 0 && !isTooLong) add(rows)
  }
  const read = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    const list = decoded(await chosen.arrayBuffer())
    setText(list)
    check(list)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void read(event.dataTransfer.files[0])
  }
  return (
    <Stack
      gap="sm"
      className="issue-entry"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Text size="sm" c="dimmed" maw="44rem">
        {t('issue.text')}
      </Text>
      <Textarea
        label={t('issue.list')}
        placeholder={example}
        autosize
        minRows={6}
        maxRows={14}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        classNames={{ input: 'issue-text' }}
      />
      <Text size="xs" c="dimmed">
        {t('issue.columns')} <Code>email, name, count, ticketCode, ticketTypeId</Code>
      </Text>
      {problem === undefined ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Group gap="xs">
        <Button disabled={text.trim() === ''} onClick={() => check(text)}>
          {t('issue.check')}
        </Button>
        <Button variant="default" leftSection={<FileUp size={16} aria-hidden />} onClick={() => file.current?.click()}>
          {t('issue.file')}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={({ currentTarget }) => {
            void read(currentTarget.files?.[0])
            currentTarget.value = ''
          }}
        />
      </Group>
    </Stack>
  )
}

/** The text of a file: UTF-8, or UTF-16 and Windows-1252, in which spreadsheets save. */
function decoded(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
