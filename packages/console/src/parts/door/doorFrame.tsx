import { ActionIcon, Button, TextInput, Title } from '@mantine/core'
import { Volume2, VolumeX, X } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react'
import { t } from '#console/texts/texts.ts'
import type { CodeHandler } from './codeReader.ts'
import { DoorCamera } from './doorCamera.tsx'
import { openSound } from './doorSignal.ts'
import './doorPage.css'

const soundKey = 'fairground.door.sound'
const longestCode = 128

type FrameProps = {
  title: string
  /** Line below the title, such as a count. */
  note?: ReactNode
  /** Address of the way out. */
  leaveTo: string
  /** Words of the input, and of the button that sends a typed code. */
  label: string
  button: string
  /** Inputs above that of the code. `toCode` goes on with a code there, whose first characters were typed elsewhere. */
  fields?: (toCode: (begun: string) => void) => ReactNode
  sound: ReturnType<typeof useDoorSound>
  onCode: CodeHandler
  /** Result of the last code. */
  children: ReactNode
}

/** The frame of a door on a phone: camera, result, and an input for a scanner or a person. */
export function DoorFrame({ title, note, leaveTo, label, button, fields, sound, onCode, children }: FrameProps) {
  const input = useRef<HTMLInputElement>(null)
  useScannerKeys(input)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void onCode(input.current?.value ?? '')
    // The next scan replaces the code.
    input.current?.select()
  }
  const toCode = (begun: string) => {
    if (input.current === null) return
    input.current.value = begun
    input.current.focus()
  }
  const Speaker = sound.isOn ? Volume2 : VolumeX
  return (
    <section className="door-page" data-mantine-color-scheme="dark">
      <header className="door-head">
        <div className="door-names">
          <Title order={1} size="h4" className="door-title">
            {title}
          </Title>
          {note}
        </div>
        <ActionIcon
          size="lg"
          variant="filled"
          color="dark.6"
          aria-label={t('door.sound')}
          aria-pressed={sound.isOn}
          onClick={sound.turn}
        >
          <Speaker size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon component="a" size="lg" variant="filled" color="dark.6" href={leaveTo} aria-label={t('door.leave')}>
          <X size={18} aria-hidden />
        </ActionIcon>
      </header>
      <DoorCamera onCode={onCode} />
      <div className="door-live" role="status" aria-live="assertive">
        {children}
      </div>
      <form className="door-form" onSubmit={submit}>
        {fields?.(toCode)}
        <TextInput
          ref={input}
          className="door-input"
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={longestCode}
          size="md"
        />
        <Button type="submit" size="md">
          {button}
        </Button>
      </form>
    </section>
  )
}

/** Whether results are signalled by notes: a choice of the device. */
export function useDoorSound() {
  const [isOn, setOn] = useState(() => localStorage.getItem(soundKey) === 'on')
  const turn = () => {
    localStorage.setItem(soundKey, isOn ? 'off' : 'on')
    if (!isOn) openSound()
    setOn(!isOn)
  }
  return { isOn, turn }
}

/** Keys of a scanner, which types its code, go into the input wherever the focus is but in another input. */
function useScannerKeys(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isTyped = key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
      if (!isTyped || target instanceof HTMLInputElement || input.current === null) return
      input.current.focus()
      input.current.select()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
