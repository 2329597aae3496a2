import { FileInput as FileButton, Image, Stack } from '@mantine/core'
import { useState } from 'react'
import { t } from '#console/texts/texts.ts'
import { frameOf, type InputProps } from './inputProps.tsx'

const sideMax = 2048
const quality = 0.85

/** An image file, sent as a JPEG in base64. Other images become one of at most 2,048 pixels a side. */
export function FileInput(props: InputProps) {
  const [file, setFile] = useState<File | null>(null)
  const [failure, setFailure] = useState<string>()
  const choose = async (next: File | null) => {
    setFile(next)
    setFailure(undefined)
    try {
      props.onChange(next === null ? null : await jpegOf(next))
    } catch {
      props.onChange(null)
      setFailure(t('form.file.odd'))
    }
  }
  return (
    <Stack gap="xs">
      <FileButton
        {...frameOf(props)}
        error={failure ?? props.error}
        accept="image/*"
        placeholder={t('form.file.choose')}
        value={file}
        onChange={(next) => void choose(next)}
        clearable
        clearButtonProps={{ 'aria-label': t('form.clear') }}
      />
      {typeof props.value === 'string' ? (
        <Image src={`data:image/jpeg;base64,${props.value}`} alt="" mah="12rem" w="auto" fit="contain" radius="sm" />
      ) : null}
    </Stack>
  )
}

/** A file as JPEG in base64. Rejects for a file that is no image. */
async function jpegOf(file: File): Promise<string> {
  const image = await createImageBitmap(file)
  const scale = Math.min(1, sideMax / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  const [, text = ''] = canvas.toDataURL('image/jpeg', quality).split(',')
  return text
}
