import { createServer } from 'node:net'
import type { Config } from '#app/config.ts'
import { localUrlOf } from '#app/runningServer.ts'
import { fail, ok, type Finding } from '#app/doctor/diagnosis.ts'
import { errnoOf } from '#platform/startProblem.ts'

const responseTimeoutMs = 2_000

/** Host and port of the settings; `pid` with those of the server that runs on the data folder. */
type Listener = Pick<Config, 'host' | 'port'> & { pid?: number }

/** Checks the port: it is free, or our server listens on it. */
export async function lookAtPort(config: Listener): Promise<Finding> {
  const check = 'server'
  const base = localUrlOf(config)
  const ready = await fetchReadiness(`${base}/health/ready`)
  if (ready === 'ready') return ok(check, `it answers on ${base} and is ready`)
  if (ready !== undefined) return fail(check, `it answers on ${base} and is not ready: ${ready}`, 'read its log')
  if (config.pid !== undefined)
    return fail(check, `it runs (process ${config.pid}) and does not answer on ${base}`, 'read its log, or restart it')
  const taken = await occupied(config)
  if (taken === undefined) return ok(check, `it does not run; port ${config.port} is free`)
  return fail(
    check,
    `it cannot listen on ${config.host} port ${config.port}: ${taken}`,
    'stop the other program, or set PORT',
  )
}

/** Readiness of the server at an address: `ready`, the reason why not, or undefined without a Fairground server. */
async function fetchReadiness(address: string): Promise<string | undefined> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(responseTimeoutMs), redirect: 'manual' })
    const body: unknown = await response.json()
    const { status, reasons } = Object(body)
    if (status === 'ready') return 'ready'
    return status === 'unready' ? String(reasons) : undefined
  } catch {
    return undefined
  }
}

function occupied({ host, port }: Listener): Promise<string | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(errnoOf(error) ?? error.message))
    server.listen({ host, port }, () => server.close(() => resolve(undefined)))
  })
}
