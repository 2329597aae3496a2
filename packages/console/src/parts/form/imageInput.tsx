import { ActionIcon, Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { ImageUp, Images, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useRef, useState, type DragEvent } from 'react'
import { useAccount, useScope } from '#console/app/session.tsx'
import { imageSource } from '#console/parts/ownAddress.ts'
import { useStale } from '#console/parts/recordQueries.ts'
import { imageFailure, imageTypes, uploadImage } from '#console/parts/upload/imageUpload.ts'
import { t } from '#console/texts/texts.ts'
import { frameOf, textsOf, type InputProps } from './inputProps.tsx'
import './imageInput.css'

const ImagePicker = lazy(() => import('./imagePicker.tsx').then((module) => ({ default: module.ImagePicker })))

/** The address of an image: of a file that is dropped or chosen, of one uploaded earlier, or typed. */
export function ImageInput(props: InputProps) {
  const can = useScope()
  const address = typeof props.value === 'string' ? props.value : ''
  const canUpload = can('account.image:write')
  const upload = useUpload(props.onChange)
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!canUpload || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    const [file] = event.dataTransfer.files
    if (!canUpload || file === undefined) return
    event.preventDefault()
    event.stopPropagation()
    upload.send(file)
  }
  return (
    <div
      className="image-input"
      data-over={isOver}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={(event) => !event.currentTarget.contains(asNode(event.relatedTarget)) && setOver(false)}
      onDrop={drop}
    >
      <Stack gap="xs">
        <TextInput {...frameOf(props)} {...textsOf(props)} error={upload.failure ?? props.error} type="url" />
        <Group gap="sm" wrap="nowrap" align="center">
          <Preview key={address} address={address} />
          <Stack gap={6} flex={1} miw={0}>
            <Tools {...props} canUpload={canUpload} canPick={can('account.image:read')} upload={upload} />
            {canUpload ? (
              <Text size="xs" c="dimmed">
                {isOver ? t('form.image.over') : t('form.image.hint')}
              </Text>
            ) : null}
          </Stack>
        </Group>
      </Stack>
    </div>
  )
}

type Sending = { percent: number; stop(): void }
type ImageUploading = { sending: Sending | undefined; failure: string | undefined; send(file: File): void }

/** The upload of one file, whose address becomes the value. Leaving the form stops it. */
function useUpload(onChange: (address: string) => void): ImageUploading {
  const account = useAccount()
  const stale = useStale()
  const [sending, setSending] = useState<Sending>()
  const [failure, setFailure] = useState<string>()
  const control = useRef<AbortController>(undefined)
  useEffect(() => () => control.current?.abort(), [])
  const run = async (file: File) => {
    control.current?.abort()
    const own = new AbortController()
    control.current = own
    const show = (percent: number) => control.current === own && setSending({ percent, stop: () => own.abort() })
    setFailure(undefined)
    show(0)
    try {
      const { url } = await uploadImage(account, file, { signal: own.signal, onPercent: show })
      onChange(url)
      await stale('account.image')
    } catch (error) {
      if (!own.signal.aborted) setFailure(imageFailure(error))
    } finally {
      if (control.current === own) setSending(undefined)
    }
  }
  return { sending, failure, send: (file) => void run(file) }
}

type ToolsProps = InputProps & { canUpload: boolean; canPick: boolean; upload: ImageUploading }

function Tools({ label, onChange, canUpload, canPick, upload }: ToolsProps) {
  const file = useRef<HTMLInputElement>(null)
  const [isPicking, setPicking] = useState(false)
  const labelled = useId()
  if (upload.sending !== undefined) {
    return (
      <Group gap="xs" wrap="nowrap">
        <Progress value={upload.sending.percent} flex={1} aria-label={t('form.image.sending', { label })} />
        <ActionIcon variant="subtle" color="gray" aria-label={t('form.image.stop')} onClick={upload.sending.stop}>
          <X size={16} aria-hidden />
        </ActionIcon>
      </Group>
    )
  }
  return (
    <Group gap="xs">
      {canUpload ? (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<ImageUp size={14} aria-hidden />}
          onClick={() => file.current?.click()}
          aria-describedby={labelled}
        >
          {t('form.image.choose')}
        </Button>
      ) : null}
      {canPick ? (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Images size={14} aria-hidden />}
          onClick={() => setPicking(true)}
          aria-describedby={labelled}
        >
          {t('form.image.pick')}
        </Button>
      ) : null}
      <span id={labelled} hidden>
        {label}
      </span>
      <input
        ref={file}
        type="file"
        hidden
        aria-label={label}
        accept={imageTypes.join(',')}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen !== undefined) upload.send(chosen)
          currentTarget.value = ''
        }}
      />
      {isPicking ? (
        <Suspense>
          <ImagePicker close={() => setPicking(false)} choose={onChange} />
        </Suspense>
      ) : null}
    </Group>
  )
}

/** The image of an address; an empty frame while there is none, or while it cannot be loaded. */
function Preview({ address }: { address: string }) {
  const [isBroken, setBroken] = useState(false)
  const isShown = /^https?:\/\/[^/]/i.test(address) && !isBroken
  return (
    <span className="image-preview">
      {isShown ? (
        <img src={imageSource(address)} alt={t('form.image.preview')} onError={() => setBroken(true)} />
      ) : (
        <ImageUp size={22} strokeWidth={1.4} aria-hidden />
      )}
    </span>
  )
}

function asNode(target: EventTarget | null): Node | null {
  return target instanceof Node ? target : null
}
