import { Text } from '@mantine/core'
import { CloudUpload } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { droppedFiles, hasFiles } from './chosenFiles.ts'
import type { ChosenFile } from './uploadQueue.ts'
import { videoExtensions } from './videoFile.ts'

type InputProps = {
  inputRef: RefObject<HTMLInputElement | null>
  add(files: readonly ChosenFile[]): void
  isMultiple?: boolean
}

/** The browser's own input of video files, hidden behind a button. */
export function FilesInput({ inputRef, add, isMultiple = false }: InputProps) {
  return (
    <input
      ref={inputRef}
      type="file"
      multiple={isMultiple}
      hidden
      accept={['video/*', ...videoExtensions.map((each) => `.${each}`)].join(',')}
      onChange={({ currentTarget }) => {
        add([...(currentTarget.files ?? [])].map((file) => ({ file })))
        currentTarget.value = ''
      }}
    />
  )
}

/** The whole page takes files; a veil says so while some are over it. */
export function DropArea({ add, text }: { add(files: readonly ChosenFile[]): void; text: string }) {
  const [isOver, setOver] = useState(false)
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    addEventListener('dragenter', onOver, { signal })
    addEventListener('dragover', onOver, { signal })
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal })
    addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        void droppedFiles(event).then((files) => latest.current(files))
      },
      { signal },
    )
    return () => control.abort()
  }, [])
  if (!isOver) return null
  return (
    <div className="upload-veil" role="status">
      <CloudUpload size={40} strokeWidth={1.4} aria-hidden />
      <Text fw={600}>{text}</Text>
    </div>
  )
}
