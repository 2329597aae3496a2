import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { timeZone } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { frameOf, textsOf, type InputProps } from './inputProps.tsx'
import { momentOf, wallOf } from './wallTime.ts'

const lastDay = '9999-12-31'

/** A moment, typed on the wall clock of the person's zone. */
export function MomentInput(props: InputProps) {
  const zone = timeZone()
  // The text of the input while it is typed: a year grows from 0002 to 2026, and no moment in between is one.
  const [typed, setTyped] = useState<string>()
  const value = typeof props.value === 'string' ? props.value : ''
  const change = (text: string) => {
    setTyped(text)
    const isWhole = /^[1-9]\d{3}-/.test(text)
    props.onChange(text === '' ? null : isWhole ? momentOf(text, zone) : text)
  }
  return (
    <TextInput
      {...frameOf(props)}
      label={`${props.label} (${t('form.zone', { zone: zone.replaceAll('_', ' ') })})`}
      type="datetime-local"
      max={`${lastDay}T23:59`}
      value={typed ?? (value.endsWith('Z') ? wallOf(value, zone) : value)}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => setTyped(undefined)}
    />
  )
}

/** A day of the calendar. */
export function DayInput(props: InputProps) {
  return <TextInput {...frameOf(props)} {...textsOf(props)} type="date" max={lastDay} />
}

/** A time of day. */
export function TimeInput(props: InputProps) {
  return <TextInput {...frameOf(props)} {...textsOf(props)} type="time" />
}
