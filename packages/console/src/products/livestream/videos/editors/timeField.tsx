import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { readTime, timeText } from './cues.ts'

type TimeFieldProps = { label: string; ms: number; set(ms: number): void; error?: boolean; isVisible?: boolean }

/** An input of a time in a video; text that is no time falls back to the time before. */
export function TimeField({ label, ms, set, error = false, isVisible = false }: TimeFieldProps) {
  const [text, setText] = useState(timeText(ms))
  useEffect(() => setText(timeText(ms)), [ms])
  const finish = () => {
    const read = readTime(text)
    if (read === undefined || read === ms) setText(timeText(ms))
    else set(read)
  }
  return (
    <TextInput
      size="xs"
      className="time-field"
      {...(isVisible ? { label } : { 'aria-label': label })}
      value={text}
      error={error}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish()
      }}
    />
  )
}
