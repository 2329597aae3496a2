import { TextInput } from '@mantine/core'
import { useEffect, useState, type ReactNode } from 'react'
import { readTime, timeText } from './cues.ts'

type TimeFieldProps = {
  label: string
  ms: number
  set(ms: number): void
  error?: boolean
  isVisible?: boolean
  /** Shown within the input. */
  button?: ReactNode
}

/** Step of the arrow keys. */
const stepMs = 100

/** An input of a time in a video; arrow keys move it, and text that is no time falls back to the time before. */
export function TimeField({ label, ms, set, error = false, isVisible = false, button }: TimeFieldProps) {
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
      rightSection={button}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        const step = { ArrowUp: stepMs, ArrowDown: -stepMs }[event.key]
        if (event.key === 'Enter') finish()
        if (step === undefined || event.altKey) return
        event.preventDefault()
        set(Math.max(0, (readTime(text) ?? ms) + step))
      }}
    />
  )
}
