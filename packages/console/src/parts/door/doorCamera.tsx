import { ActionIcon, Button } from '@mantine/core'
import { Camera, CameraOff, Flashlight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t, type TextKey } from '#console/texts/texts.ts'
import { readCodes, type CodeHandler } from './codeReader.ts'

const onKey = 'fairground.door.camera'

/** The camera of the device, which reads codes while it is on. It is on again at the next visit. */
export function DoorCamera({ onCode }: { onCode: CodeHandler }) {
  const [isOn, setOn] = useState(() => localStorage.getItem(onKey) === 'on')
  const [trouble, setTrouble] = useState<TextKey>()
  const turn = (next: boolean) => {
    localStorage.setItem(onKey, next ? 'on' : 'off')
    setTrouble(undefined)
    setOn(next)
  }
  const fail = (error: unknown) => {
    setOn(false)
    setTrouble(troubleOf(error))
  }
  return (
    <div className="door-camera" data-on={isOn || undefined}>
      {isOn ? (
        <LiveCamera onCode={onCode} fail={fail} stop={() => turn(false)} />
      ) : (
        <>
          <Button size="md" leftSection={<Camera size={20} aria-hidden />} onClick={() => turn(true)}>
            {t('door.camera')}
          </Button>
          <p className="door-note" role="status">
            {trouble === undefined ? t('door.keyboard') : t(trouble)}
          </p>
        </>
      )}
    </div>
  )
}

function troubleOf(error: unknown): TextKey {
  if (navigator.mediaDevices === undefined) return 'door.camera.insecure'
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return 'door.camera.denied'
  return name === 'NotFoundError' ? 'door.camera.none' : 'door.camera.busy'
}

type LiveProps = { onCode: CodeHandler; fail(error: unknown): void; stop(): void }

function LiveCamera({ onCode, fail, stop }: LiveProps) {
  const video = useRef<HTMLVideoElement>(null)
  const latest = useRef({ onCode, fail })
  latest.current = { onCode, fail }
  const [light, setLight] = useState<MediaStreamTrack>()
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    openCamera(signal)
      .then(async (stream) => {
        const element = video.current
        if (element === null || signal.aborted) return
        element.srcObject = stream
        setLight(stream.getVideoTracks().find(hasLight))
        await element.play()
        await readCodes(element, { signal, onCode: (text) => latest.current.onCode(text) })
      })
      .catch((error: unknown) => signal.aborted || latest.current.fail(error))
    return () => control.abort()
  }, [])
  return (
    <>
      <video ref={video} muted playsInline aria-label={t('door.camera.view')} />
      <span className="door-aim" aria-hidden />
      <div className="door-camera-keys">
        {light === undefined ? null : <LightButton track={light} />}
        <ActionIcon size="xl" variant="filled" color="dark.6" aria-label={t('door.camera.off')} onClick={stop}>
          <CameraOff size={20} aria-hidden />
        </ActionIcon>
      </div>
    </>
  )
}

/** Opens the camera at the back of the device, and keeps the screen awake, until `signal` aborts. */
async function openCamera(signal: AbortSignal): Promise<MediaStream> {
  const video = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }
  const stream = await navigator.mediaDevices.getUserMedia({ video })
  const lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
  const close = () => {
    for (const track of stream.getTracks()) track.stop()
    void lock?.release()
  }
  if (signal.aborted) close()
  else signal.addEventListener('abort', close, { once: true })
  return stream
}

function hasLight(track: MediaStreamTrack): boolean {
  return Object(track.getCapabilities?.()).torch === true
}

/** Turns the lamp beside the camera on and off. */
function LightButton({ track }: { track: MediaStreamTrack }) {
  const [isOn, setOn] = useState(false)
  const turn = async () => {
    // cast: `torch` stands in browsers of phones alone.
    await track.applyConstraints({ advanced: [{ torch: !isOn } as MediaTrackConstraintSet] })
    setOn(!isOn)
  }
  return (
    <ActionIcon
      size="xl"
      variant="filled"
      color={isOn ? 'yellow.5' : 'dark.6'}
      aria-label={t('door.light')}
      aria-pressed={isOn}
      onClick={() => void turn().catch(() => undefined)}
    >
      <Flashlight size={20} aria-hidden />
    </ActionIcon>
  )
}
