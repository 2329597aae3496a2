import { Button, Menu } from '@mantine/core'
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { saveFile } from '#console/parts/csvFile.ts'
import { notify, notifyFailure } from '#console/parts/notices.tsx'
import { bytesText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'

const forms = [
  { type: 'text/csv', ending: 'csv', text: 'list.export.csv' },
  { type: 'application/x-ndjson', ending: 'ndjson', text: 'list.export.ndjson' },
] as const

type ExportProps = { operationId: string; input: Record<string, string>; name: string }

/** The export of all rows that pass the filters. The file grows as the server sends it. */
export function ListExport({ operationId, input, name }: ExportProps) {
  const { client } = useAccount()
  const [received, setReceived] = useState<number>()
  const stop = useRef<AbortController>(undefined)
  const run = async ({ type, ending }: (typeof forms)[number]) => {
    const controller = new AbortController()
    stop.current = controller
    setReceived(0)
    try {
      const response = await client.exportList(operationId, input, type)
      const blob = await new Response(counted(response, { controller, setReceived })).blob()
      saveFile(blob, `${name}.${ending}`)
      notify(t('list.export.done', { size: bytesText(blob.size) }))
    } catch (error) {
      if (!controller.signal.aborted) notifyFailure(error)
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

type Counting = { controller: AbortController; setReceived(bytes: number): void }

/** The body of a response, counted as it arrives. Throws for a refused export. */
function counted(response: Response, { controller, setReceived }: Counting): ReadableStream<Uint8Array> {
  if (!response.ok || response.body === null) throw new Error(`${response.status} ${response.statusText}`)
  let bytes = 0
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      bytes += chunk.length
      setReceived(bytes)
      out.enqueue(chunk)
    },
  })
  return response.body.pipeThrough(count, { signal: controller.signal })
}
