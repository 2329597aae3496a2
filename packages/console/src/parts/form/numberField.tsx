import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'

type NumberFieldProps = Omit<NumberInputProps, 'value' | 'onChange' | 'onBlur'> & {
  value: unknown
  onChange(value: number | null): void
}

/** A number input that keeps a text on the way to a number, such as `-` and the `1.0` of `1.05`. */
export function NumberField({ value, onChange, ...props }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>()
  const change = (next: string | number) => {
    setTyped(typeof next === 'string' && next !== '' ? next : undefined)
    const number = Number(next)
    if (next === '') onChange(null)
    else if (!Number.isNaN(number)) onChange(number)
  }
  return (
    <NumberInput
      {...props}
      value={typed ?? (typeof value === 'number' ? value : '')}
      onChange={change}
      onBlur={() => setTyped(undefined)}
    />
  )
}
