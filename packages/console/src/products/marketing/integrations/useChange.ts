import { useState } from 'react'
import type { OutputOf } from '#console/app/client.ts'
import { useAccount } from '#console/app/session.tsx'
import { notifyFailure } from '#console/parts/notices.tsx'
import { useStale } from '#console/parts/recordQueries.ts'

type Changed = OutputOf<'marketing.integration.update'>

/** Changes an integration and reads it again. Shows a failure, and resolves to undefined after one. */
export function useChange(integrationId: string) {
  const { client } = useAccount()
  const stale = useStale()
  const [isBusy, setBusy] = useState(false)
  /** Throws FairgroundError. */
  const send = async (patch: object): Promise<Changed> => {
    setBusy(true)
    try {
      // cast: the operation returns the integration with the result of its check.
      return (await client.callAny('marketing.integration.update', { integrationId, ...patch })) as Changed
    } finally {
      setBusy(false)
      await stale('marketing.integration')
    }
  }
  const change = async (patch: object): Promise<Changed | undefined> => {
    try {
      return await send(patch)
    } catch (error) {
      notifyFailure(error)
      return undefined
    }
  }
  return { send, change, isBusy }
}
