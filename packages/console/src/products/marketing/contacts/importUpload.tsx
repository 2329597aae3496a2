import { Alert, Button, FileButton, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useState, type DragEvent } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount } from '#console/app/session.tsx'
import { keptStore } from '#console/parts/keptStore.ts'
import { notifyFailure } from '#console/parts/notices.tsx'
import { ownPath } from '#console/parts/ownAddress.ts'
import { sendResumably } from '#console/parts/upload/resumableUpload.ts'
import { bytesText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

type Import = OutputOf<'marketing.contactImport.get'>
/** Marks by which a file that was begun is known again after a reload. */
type Begun = { id: string; size: number; modifiedAt: number }

/** Files of imports that were chosen on this page, by the id of the import. */
const chosen = new Map<string, File>()
const begun = keptStore<Begun>('contact-imports', 'files')

/** Chooses the file of an import: its page sends it. */
export async function chooseFile(importId: string, file: File): Promise<void> {
  chosen.set(importId, file)
  await begun.keep({ id: importId, size: file.size, modifiedAt: file.lastModified })
}

/** The upload of an import without its file. After a reload it needs the file again, and continues where it was. */
export function Upload({ of, onSent }: { of: Import; onSent(): void }) {
  const importId = String(of.id)
  const [file, setFile] = useState(() => chosen.get(importId))
  const [isOther, setOther] = useState(false)
  const choose = async (next: File) => {
    const before = (await begun.all()).find(({ id }) => id === importId)
    const isSame = before === undefined || (before.size === next.size && before.modifiedAt === next.lastModified)
    setOther(!isSame)
    if (!isSame) return
    await chooseFile(importId, next)
    setFile(next)
  }
  const leave = (isSent: boolean) => {
    chosen.delete(importId)
    if (isSent) {
      void begun.drop(importId)
      onSent()
    } else setFile(undefined)
  }
  if (file !== undefined) return <Sending importId={importId} file={file} onEnd={leave} />
  return (
    <Stack>
      <Text>{t('import.continue', { name: of.name ?? '' })}</Text>
      {isOther ? <Alert color="red">{t('import.continue.other')}</Alert> : null}
      <DropArea onFile={(next) => void choose(next)} />
    </Stack>
  )
}

type SendingProps = { importId: string; file: File; onEnd(isSent: boolean): void }

/** Sends a file, and stops with the page. */
function Sending({ importId, file, onEnd }: SendingProps) {
  const { client } = useAccount()
  const [sent, setSent] = useState(0)
  const [broken, setBroken] = useState<string>()
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const send = async () => {
      const { upload } = await client.call('marketing.contactImport.update', { contactImportId: importId })
      if (upload === null || signal.aborted) return
      await sendResumably({
        address: ownPath(upload.url),
        file,
        signal,
        onProgress: setSent,
        onStored() {},
        onBroken: setBroken,
        onMended: () => setBroken(undefined),
      })
    }
    send().then(
      () => (signal.aborted ? undefined : onEnd(true)),
      (error: unknown) => {
        if (signal.aborted) return
        notifyFailure(error)
        onEnd(false)
      },
    )
    return () => controller.abort()
    // One upload for each import and file; `onEnd` is new in every render.
  }, [importId, file])
  const total = file.size
  return (
    <div>
      <Progress value={total === 0 ? 0 : (sent / total) * 100} aria-label={t('import.sending')} size="lg" animated />
      <Text size="sm" mt={6} aria-live="polite">
        {broken === undefined
          ? t('import.sending.of', { sent: bytesText(sent), total: bytesText(total) })
          : t('import.sending.broken')}
      </Text>
    </div>
  )
}

/** Endings of files that an import reads. */
export const fileTypes = '.csv,.tsv,.txt,.jsonl,.ndjson'

/** An area that takes a file, dropped or chosen. */
export function DropArea({ onFile }: { onFile(file: File): void }) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined) onFile(file)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <div className="import-drop" data-over={isOver} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      <Text fw={600}>{t('import.drop')}</Text>
      <Text size="sm" c="dimmed">
        {t('import.drop.text')}
      </Text>
      <FileButton accept={fileTypes} onChange={(file) => (file === null ? undefined : onFile(file))}>
        {(props) => <Button {...props}>{t('import.choose')}</Button>}
      </FileButton>
    </div>
  )
}
