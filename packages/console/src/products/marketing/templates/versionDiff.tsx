import { Text } from '@mantine/core'
import { Dialog } from '#console/parts/dialog.tsx'
import { diffLines } from 'diff'
import { t } from '#console/texts/texts.ts'

type VersionDiffProps = { version: number; before: string; after: string; close(): void }

/** Lines of a body that a version and the editor do not share. */
export function VersionDiff({ version, before, after, close }: VersionDiffProps) {
  const changes = diffLines(before, after)
  const isSame = changes.every(({ added, removed }) => added !== true && removed !== true)
  return (
    <Dialog onClose={close} title={t('blocks.compare.title', { version })} size="xl">
      {isSame ? (
        <Text>{t('blocks.compare.same')}</Text>
      ) : (
        <pre className="template-diff" tabIndex={0}>
          {changes.map(({ added, removed, value }, index) =>
            added === true ? (
              <ins key={index}>{value}</ins>
            ) : removed === true ? (
              <del key={index}>{value}</del>
            ) : (
              <span key={index}>{shortened(value)}</span>
            ),
          )}
        </pre>
      )}
    </Dialog>
  )
}

const linesAround = 3

/** The lines beside a change; the others between are left out. */
function shortened(text: string): string {
  const lines = text.split('\n')
  if (lines.length <= linesAround * 2 + 1) return text
  return [...lines.slice(0, linesAround), '…', ...lines.slice(-linesAround - 1)].join('\n')
}
