import { OutboundRefused } from '#platform/net/outboundRefused.ts'
import { checkPort } from '#platform/net/guard.ts'

/** The parsed address of a push target. */
export type PushAddress = {
  isSecure: boolean
  host: string
  port: number
  /** The application, with the query that the address may have. */
  app: string
  /** The address in the connect command (`tcUrl`). */
  tcUrl: string
}

const defaultPorts = { 'rtmp:': 1_935, 'rtmps:': 443 } as const
const urlLengthMax = 2_048

/**
 * Reads `rtmp://host[:port]/app` or `rtmps://…`; the default ports are 1935 and 443. Throws OutboundRefused for
 * anything else, for credentials and for ports of other protocols. The guard checks the resolved address later.
 */
export function readPushAddress(text: string): PushAddress {
  const url = text.length > urlLengthMax ? null : URL.parse(text)
  if (url === null || url.hostname === '') throw new OutboundRefused('url', 'is not an address')
  if (url.protocol !== 'rtmp:' && url.protocol !== 'rtmps:') {
    throw new OutboundRefused('scheme', 'must begin with rtmp:// or rtmps://')
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundRefused('credentials', 'must not contain credentials')
  }
  const port = url.port === '' ? defaultPorts[url.protocol] : Number(url.port)
  checkPort(port)
  // The parser leaves the host of other schemes than http as it is: `127.1` and names outside ASCII.
  const host = URL.parse(`http://${url.hostname}/`)?.hostname ?? ''
  if (host === '') throw new OutboundRefused('url', 'is not an address')
  const app = url.pathname.replaceAll(/^\/+|\/+$/g, '') + url.search
  if (app === '') throw new OutboundRefused('url', 'needs an application behind the host, as in rtmp://host/live')
  return {
    isSecure: url.protocol === 'rtmps:',
    host,
    port,
    app,
    tcUrl: `${url.protocol}//${host}${url.port === '' ? '' : `:${url.port}`}/${app}`,
  }
}
