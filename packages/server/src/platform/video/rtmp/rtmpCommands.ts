import { type AmfObject, type AmfValue, readAmf, writeAmf } from './amf0.ts'
import { RtmpDamage } from './damage.ts'
import { messageType, type RtmpMessage, withoutSwitch } from './rtmpMessage.ts'

/** A command of NetConnection or NetStream (Adobe RTMP 1.0, 7.2): `values` follow its command object. */
export type Command = { name: string; transaction: number; object: AmfValue; values: AmfValue[] }

/** The fields of an onStatus message (7.2.2). */
export type Status = { level: 'status' | 'error'; code: string; description: string }

/** The message stream that a publisher gets from createStream; 0 is the connection itself. */
export const mediaStreamId = 1

/** Reads a command in AMF0, also behind an AMF3 marker. Undefined for other messages. Throws RtmpDamage. */
export function readCommand({ type, body }: RtmpMessage): Command | undefined {
  if (type !== messageType.commandAmf0 && type !== messageType.commandAmf3) return undefined
  const amf = type === messageType.commandAmf0 ? body : withoutSwitch(body)
  const [name, transaction = 0, object, ...values] = readAmf(amf)
  if (typeof name !== 'string' || typeof transaction !== 'number') throw new RtmpDamage('a command without a name')
  return { name, transaction, object, values }
}

/** A command as a message on the connection, or on a stream when `streamId` is given. */
export function commandMessage(command: Command, streamId: number = 0): RtmpMessage {
  const { name, transaction, object, values } = command
  const body = writeAmf([name, transaction, object, ...values])
  return { type: messageType.commandAmf0, timestampMs: 0, streamId, body }
}

/** The `_result` response to a command. */
export function resultMessage(transaction: number, object: AmfValue, value: AmfValue): RtmpMessage {
  return commandMessage({ name: '_result', transaction, object, values: [value] })
}

/** An onStatus message to a publisher. */
export function statusMessage(status: Status): RtmpMessage {
  return commandMessage({ name: 'onStatus', transaction: 0, object: null, values: [status] }, mediaStreamId)
}

/** The status in a command: its last object. Missing texts are empty. */
export function statusOf({ object, values }: Command): Record<keyof Status, string> {
  const info = [object, ...values].findLast(isObject)
  return { level: textOf(info?.['level']), code: textOf(info?.['code']), description: textOf(info?.['description']) }
}

/** Whether a value is an AMF object. */
export function isObject(value: AmfValue): value is AmfObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value that should be a string; empty for anything else. */
export function textOf(value: AmfValue): string {
  return typeof value === 'string' ? value : ''
}
