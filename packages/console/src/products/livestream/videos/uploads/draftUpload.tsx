import { Button, Text } from '@mantine/core'
import { CloudUpload } from 'lucide-react'
import { useRef, useSyncExternalStore } from 'react'
import { useAccount } from '#console/app/session.tsx'
import type { ApiRecord } from '#console/parts/descriptor.ts'
import { openDock } from '#console/parts/docks.ts'
import { t } from '#console/texts/texts.ts'
import { chooseFiles } from './chosenFiles.ts'
import { DropArea, FilesInput } from './fileEntry.tsx'
import { videoUploads, type ChosenFile } from './uploadQueue.ts'
import './uploads.css'

/** The place on the page of a video that takes its file; gone while the file is uploaded. */
export function DraftUpload({ record }: { record: ApiRecord }) {
  const { id: accountId, client } = useAccount()
  const input = useRef<HTMLInputElement>(null)
  const uploads = useSyncExternalStore(videoUploads.subscribe, videoUploads.list)
  if (uploads.some(({ staticId, state }) => staticId === record.id && state !== 'refused')) return null
  const add = (files: readonly ChosenFile[]) => {
    if (files.length === 0) return
    void videoUploads.connect(client)
    videoUploads.add(files.slice(0, 1), { accountId, visibility: '', staticId: record.id })
    openDock('uploads')
  }
  const title = t(record['status'] === 'failed' ? 'video.failed' : 'video.file')
  return (
    <section className="upload-place" aria-label={title}>
      <CloudUpload size={36} strokeWidth={1.4} aria-hidden />
      <Text fw={600}>{title}</Text>
      <Text size="sm" c="dimmed" maw="34rem">
        {t('video.file.text')}
      </Text>
      <Button variant="light" onClick={() => void chooseFiles(input.current, false).then(add)}>
        {t('video.upload.choose')}
      </Button>
      <FilesInput inputRef={input} add={add} />
      <DropArea add={add} text={t('video.file.drop')} />
    </section>
  )
}
