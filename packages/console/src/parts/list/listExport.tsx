import { Button, Menu } from '@mantine/core'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { FileTooLarge, heldBytesMax, openFileTarget, type FileTarget } from '#console/parts/fileTarget.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { bytesText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import type { ListInput } from './listInput.ts'

const forms = [
  { type: 'text/csv', ending: 'csv', text: 'list.export.csv' },
  { type: 'application/x-ndjson', ending: 'ndjson', text: 'list.export.ndjson' },
] as const

type ExportProps = { operationId: string; input: ListInput; name: string }

/** The export of all rows that pass the filters. The file grows as the server sends it. */
export function ListExport({ operationId, input, name }: ExportProps) {
  const { client } = useAccount()
  const [received, setReceived] = useState<number>()
  const stop = useRef<AbortController>(undefined)
  const run = async ({ type, ending }: (typeof forms)[number]) => {
    // The file is chosen first: a browser opens it only right after the click.
    const target = await openFileTarget(`${name}.${ending}`, type)
    if (target === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    stop.current = controller
    setReceived(0)
    try {
      const response = await client.exportList(operationId, input, { type, signal })
      const bytes = await copied(await bodyOf(response), target, { signal, onProgress: setReceived })
      notify(t('list.export.done', { size: bytesText(bytes) }))
    } catch (error) {
      await target.stream.abort().catch(() => undefined)
      if (error instanceof FileTooLarge)
        notifyFailure(new Error(t('list.export.large', { size: bytesText(heldBytesMax) })))
      else if (!signal.aborted) notifyFailure(error)
    } finally {
      setReceived(undefined)
    }
  }
  if (received !== undefined) {
    return (
      <Button variant="default" size="xs" onClick={() => stop.current?.abort()} title={t('list.export.cancel')}>
        {t('list.export.running', { size: bytesText(received) })}
      </Button>
    )
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" color="gray" size="xs" leftSection={<Download size={15} aria-hidden />}>
          {t('list.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {forms.map((form) => (
          <Menu.Item key={form.type} onClick={() => void run(form)}>
            {t(form.text)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The body of a response. Throws with the words of the server for a refused export. */
async function bodyOf(response: Response): Promise<ReadableStream<Uint8Array>> {
  if (response.ok && response.body !== null) return response.body
  const refusal: unknown = await response.json().catch(() => undefined)
  const { message } = Object(Object(refusal).error)
  throw new Error(typeof message === 'string' ? message : `${response.status} ${response.statusText}`)
}

const progressMs = 200

type Copying = { signal: AbortSignal; onProgress(bytes: number): void }

/** Copies a body into a file chunk by chunk, as fast as the disk takes it; returns its bytes. */
async function copied(from: ReadableStream<Uint8Array>, to: FileTarget, copying: Copying): Promise<number> {
  let bytes = 0
  let shownAt = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      bytes += chunk.length
      const now = performance.now()
      if (now - shownAt >= progressMs) {
        shownAt = now
        copying.onProgress(bytes)
      }
      out.enqueue(chunk)
    },
  })
  await from.pipeThrough(count).pipeTo(to.stream, { signal: copying.signal })
  return bytes
}
