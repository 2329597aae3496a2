import { FairgroundError } from '@fairground/sdk'
import { useRef, useState } from 'react'
import { isOffline, sentenceOf } from '#console/app/failures.ts'
import { useAccount } from '#console/app/session.tsx'
import { newKey } from '#console/parts/form/formKeys.ts'
import { useStale } from '#console/parts/recordQueries.ts'
import { t } from '#console/texts/texts.ts'
import { toneOf, type DoorResult } from './doorResult.tsx'
import { signalResult } from '#console/parts/door/doorSignal.ts'
import { codeOfScan } from './scannedCode.ts'

/** Admissions at the door of an event, one after the other, and the result of the last. */
export function useAdmissions(eventId: string, hasSound: boolean) {
  const { client } = useAccount()
  const stale = useStale()
  const [result, setResult] = useState<DoorResult>()
  const number = useRef(0)
  const last = useRef(Promise.resolve(true))
  // A code whose response was lost is sent again under its key, so it is not taken for a second scan.
  const unanswered = useRef(new Map<string, string>())
  const outcomeOf = async (code: string): Promise<DoorResult> => {
    const base = { number: ++number.current, code }
    const key = unanswered.current.get(code) ?? newKey()
    unanswered.current.set(code, key)
    try {
      const input = { ticketingEventId: eventId, code }
      const ticket = await client.call('livestream.ticket.admit', input, { idempotencyKey: key })
      unanswered.current.delete(code)
      return { ...base, status: ticket.status, ticket }
    } catch (error) {
      const isRefused = error instanceof FairgroundError && error.status >= 400 && error.status < 500
      if (isRefused) unanswered.current.delete(code)
      const isUnknown = error instanceof FairgroundError && error.status === 404
      if (isUnknown) return { ...base, status: 'unknown', ticket: undefined }
      const sentence = isOffline(error) ? t('shell.offline') : sentenceOf(error)
      return { ...base, status: 'failed', ticket: undefined, error: sentence }
    }
  }
  const check = async (code: string) => {
    setResult({ number: ++number.current, code, status: 'checking', ticket: undefined })
    const next = await outcomeOf(code)
    setResult(next)
    signalResult(toneOf(next), hasSound)
    if (next.status === 'admitted') void stale('livestream.ticketingEvent')
    return next.status !== 'failed'
  }
  const admit = (text: string): Promise<boolean> => {
    const code = codeOfScan(text)
    if (code === '') return Promise.resolve(true)
    // A scan during a slow call waits for it.
    last.current = last.current.then(() => check(code))
    return last.current
  }
  const takeBack = async (ticketId: string) => {
    try {
      await client.call('livestream.ticket.readmit', { ticketId })
      setResult(undefined)
      void stale('livestream.ticketingEvent')
    } catch (error) {
      setResult({
        ...{ number: ++number.current, code: '', status: 'failed', ticket: undefined, error: sentenceOf(error) },
      })
    }
  }
  return { result, admit, takeBack: (ticketId: string) => void takeBack(ticketId) }
}
