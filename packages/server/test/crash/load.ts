import { randomUUID } from 'node:crypto'

/** One write with its outcome for the client. */
export type Sent = {
  reference: string
  idempotencyKey: string
  body: Record<string, unknown>
  outcome: 'ok' | 'refused' | 'unknown'
  /** `data` of the response, as text. */
  answer: string
  id: string
  /** Status and error of a refusal. */
  refusal?: string
}

export type Target = { url: string; key: string }

/** Writes from several clients until it is stopped, and records every outcome. */
export function startLoad(target: Target, clients: number): { sent: Sent[]; stop(): Promise<void> } {
  const sent: Sent[] = []
  let isStopping = false
  const client = async () => {
    while (!isStopping) {
      const write = newWrite()
      sent.push(write)
      await send(target, write)
      if (write.outcome === 'unknown') await new Promise((done) => setTimeout(done, 20))
    }
  }
  const running = Array.from({ length: clients }, client)
  return {
    sent,
    async stop() {
      isStopping = true
      await Promise.all(running)
    },
  }
}

function newWrite(): Sent {
  const reference = randomUUID()
  const body = {
    name: `Stand ${reference.slice(0, 8)}`,
    type: 'venue',
    location: { latitude: 53.5, longitude: 9.9 },
    duplicateCheck: 'off',
    spaces: [{ name: 'Front' }, { name: 'Back' }],
    clientReference: reference,
  }
  return { reference, idempotencyKey: randomUUID(), body, outcome: 'unknown', answer: '', id: '' }
}

/** Repeats a write until the server responds other than unavailable. */
export async function sendAgain(target: Target, write: Sent): Promise<{ isReplayed: boolean }> {
  const end = Date.now() + answerTimeoutMs
  for (;;) {
    const { isAnswered, isReplayed } = await send(target, write)
    if (isAnswered || Date.now() > end) return { isReplayed }
    await new Promise((done) => setTimeout(done, 50))
  }
}

const answerTimeoutMs = 60_000

/** Sends a write. A lost connection, and an error of the server, leave its outcome as it was. */
async function send(target: Target, write: Sent): Promise<{ isAnswered: boolean; isReplayed: boolean }> {
  try {
    const response = await fetch(`${target.url}/api/places/general/create`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-service-api-key': target.key,
        'idempotency-key': write.idempotencyKey,
      },
      body: JSON.stringify(write.body),
      signal: AbortSignal.timeout(15_000),
    })
    const answer = JSON.parse(await response.text())
    if (response.status === 200) {
      write.outcome = 'ok'
      write.answer = JSON.stringify(answer.data)
      write.id = answer.data.id
      return { isAnswered: true, isReplayed: response.headers.get('idempotent-replayed') === 'true' }
    }
    // The dead process holds the key until its lease expires.
    const isHeld = answer.error?.reason === 'idempotency_in_flight'
    const isAnswered = response.status < 500 && !isHeld
    if (isAnswered)
      Object.assign(write, { outcome: 'refused', refusal: `${response.status} ${JSON.stringify(answer)}` })
    return { isAnswered, isReplayed: false }
  } catch {
    return { isAnswered: false, isReplayed: false }
  }
}
