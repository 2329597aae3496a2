import type { PushTarget } from './liveVideoPort.ts'

/** What an encoder shows at the door. The key is a secret: it is in no log and no answer. */
export type PublishAsked = { key: string; address: string; protocol: 'rtmp' | 'rtmps' | 'rtsp' | 'srt' | 'webrtc' }

/** How a session is run, fixed when it begins. Row ids; seconds. */
export type LivePlan = {
  accountId: number
  streamUuid: string
  sessionUuid: string
  /** False when an encoder comes back to a session that runs. */
  isNew: boolean
  latencyMode: 'ultraLow' | 'low' | 'standard'
  dvrWindowSeconds: number
  reconnectWindowSeconds: number
  maxDurationSeconds: number
  isRecorded: boolean
  /** source: as it comes. auto: smaller ones as well. */
  renditions: 'source' | 'auto'
  /** Live as soon as it can be watched; else a preview until `goLive`. */
  isAutoStarting: boolean
  targets: readonly PushTarget[]
}

/**
 * Whether an encoder is let in, and how; `keyHash` is that of the key it was admitted with. A refusal is a sentence for
 * the person there; elsewhere names the node that holds the session, to which what arrives here is handed on.
 */
export type PublishJudgement = { plan: LivePlan; keyHash?: string } | { refusal: string } | { elsewhere: string }

/** Which session something happened in. */
export type LiveSubject = Pick<LivePlan, 'accountId' | 'streamUuid' | 'sessionUuid'>

/** What a finished recording holds. */
export type RecordingSummary = { durationSeconds: number; byteCount: number; width: number; height: number }

/** What happened in a session, in order; told again after a failure, so that it must bear a repeat. */
export type LiveHappening =
  | { kind: 'connected'; protocol: string }
  | { kind: 'ready'; videoCodec: string; audioCodec: string | null; width: number; height: number }
  | { kind: 'wentLive' }
  | { kind: 'interrupted' }
  | { kind: 'resumed'; wasLive: boolean }
  | { kind: 'ended'; why: EndReason; recording: RecordingSummary | undefined; rejection: Rejection | undefined }
  /** There is a picture of what the audience sees, and a newer one every now and then. */
  | { kind: 'pictured' }
  | { kind: 'healthChanged'; health: 'good' | 'warning' | 'bad'; issues: readonly HealthIssue[] }
  | { kind: 'recordingStopped'; reason: string }
  | { kind: 'simulcastChanged'; targetId: string; state: 'live' | 'error' | 'ended'; error: string | undefined }

/** What was wrong with what an encoder sent, and what to change there. */
export type Rejection = { code: string; message: string; advice: string }

/** Why a session ended. */
export const endReasons = [
  'ended',
  'encoder_gone',
  'max_duration',
  'disabled',
  'deleted',
  'unsupported',
  'server_stopped',
] as const
export type EndReason = (typeof endReasons)[number]

/** The reason that a word names; `ended` for any other. */
export function endReasonOf(word: string): EndReason {
  return endReasons.find((each) => each === word) ?? 'ended'
}

export type HealthIssue = { code: string; message: string; advice: string }

/** The one that knows streams and keys: it lets encoders in, and keeps what happened. */
export type LiveHost = {
  /** Judges an encoder before it is told that it may publish. */
  admit(asked: PublishAsked): Promise<PublishJudgement>
  /** Keeps what happened. Throws where it could not; it is then told again. */
  happened(subject: LiveSubject, happening: LiveHappening): Promise<void>
  /** How a session goes on that this node finds on its disk at the start: `over` is only to be closed. */
  standingOf(subject: LiveSubject): Promise<'preview' | 'live' | 'over'>
}
