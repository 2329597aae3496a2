import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount } from '#console/app/session.tsx'
import { notifyFailure } from '#console/parts/notices.tsx'
import { useStale } from '#console/parts/recordQueries.ts'
import { chooseFile } from './importUpload.tsx'

type Import = OutputOf<'marketing.contactImport.get'>

/** Begins an import with a file or its address, and opens its page. `former`: its columns and options apply again. */
export function useBeginImport(former?: Import): { isSent: boolean; begin(from: File | string): Promise<void> } {
  const { id: accountId, client } = useAccount()
  const navigate = useNavigate()
  const stale = useStale()
  const [isSent, setSent] = useState(false)
  const begin = async (from: File | string) => {
    setSent(true)
    try {
      const source = typeof from === 'string' ? { url: from } : { name: from.name.slice(0, 200) }
      const input = { ...source, ...(former !== undefined && repeated(former)) }
      const { id } = await client.call('marketing.contact.import', input)
      // The page of the import sends the file.
      if (typeof from !== 'string') await chooseFile(String(id), from)
      await stale('marketing.contactImport')
      await navigate({ to: `/${accountId}/marketing/contactImport/${id}` })
    } catch (error) {
      notifyFailure(error)
    }
    setSent(false)
  }
  return { isSent, begin }
}

/**
 * Columns and options of an import for the next one, whose rows are checked before any is written. Encoding and
 * separator are detected again: a table program may save the corrected file with others.
 */
function repeated(former: Import) {
  const { mapping, onConflict, contactStatus, tags, topics, segmentId, consent, format, hasHeader } = former
  return {
    ...{ mapping, onConflict, tags, topics, dryRun: true },
    // Names of columns in the mapping go with the reading of the first row.
    ...(format === 'csv' && hasHeader !== null && { hasHeader }),
    ...(contactStatus !== null && { contactStatus }),
    ...(segmentId !== null && { segmentId }),
    ...(consent !== null && { consent }),
  }
}
