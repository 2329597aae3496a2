import type { PushTarget } from './liveVideoPort.ts'

/** Key, host address and protocol of an encoder that starts to publish. The key is a secret: never log or return it. */
export type PublishAttempt = { key: string; address: string; protocol: 'rtmp' | 'rtmps' | 'rtsp' | 'srt' | 'webrtc' }

/** Settings of a session, fixed when it begins. Durations in seconds. */
export type LivePlan = {
  accountId: number
  streamUuid: string
  sessionUuid: string
  /** False when an encoder returns to a running session. */
  isNew: boolean
  latencyMode: 'ultraLow' | 'low' | 'standard'
  dvrWindowSeconds: number
  reconnectWindowSeconds: number
  /** Ends when its encoder unpublishes; otherwise the encoder may reconnect, as after a lost connection. */
  endOnUnpublish: boolean
  maxDurationSeconds: number
  isRecorded: boolean
  /** source: the encoder's media alone. auto: smaller renditions as well. */
  renditions: 'source' | 'auto'
  /** Live with its first part; otherwise a preview until `goLive`. */
  isAutoStarting: boolean
  targets: readonly PushTarget[]
}

/**
 * Decision about an encoder. `plan`: it may publish; `keyHash` is the hash of its key. `refusal`: a sentence for the
 * person at the encoder. `elsewhere`: the node that holds the session; this node forwards the encoder to it.
 */
export type PublishJudgement = { plan: LivePlan; keyHash?: string } | { refusal: string } | { elsewhere: string }

/** Refusal of an encoder: a stable name, and the sentence for the person at the encoder. */
export type Refusal = { code: string; message: string }

/** Session that an event belongs to. */
export type LiveSubject = Pick<LivePlan, 'accountId' | 'streamUuid' | 'sessionUuid'>

/** Session that its node still has to end, or (`isDue`) an ended one whose recording its node has to hand over. */
export type OpenSession = LiveSubject & { isDue: boolean }

/** Length, size and frame size of a finished recording; `hasPoster`: a frame of the live video is its poster. */
export type RecordingSummary = {
  durationSeconds: number
  byteCount: number
  width: number
  height: number
  hasPoster?: boolean
}

/** Event of a session. Events arrive in order; one may arrive twice, after a store whose response was lost. */
export type LiveEvent =
  | { kind: 'connected'; protocol: string }
  | { kind: 'ready'; videoCodec: string; audioCodec: string | null; width: number; height: number }
  | { kind: 'wentLive' }
  | { kind: 'interrupted' }
  | { kind: 'resumed'; wasLive: boolean }
  /** Emitted at the end, and once more when the recording is handed over, or is found to be empty. */
  | { kind: 'ended'; why: EndReason; recording: RecordingSummary | 'due' | undefined; rejection: Rejection | undefined }
  /** A poster of the live video exists; later ones replace it without a further event. */
  | { kind: 'posterStored' }
  | { kind: 'healthChanged'; health: 'good' | 'warning' | 'bad'; issues: readonly HealthIssue[] }
  | { kind: 'recordingStopped'; reason: string }
  | { kind: 'simulcastChanged'; targetId: string; state: 'live' | 'error' | 'ended'; error: string | undefined }

/** Fault in the media of an encoder, and advice for its settings. */
export type Rejection = { code: string; message: string; advice: string }

/** Reasons for the end of a session. */
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

/** Message that an encoder gets when its session ends, by reason. */
export const endMessages: Record<EndReason, string> = {
  ended: 'The stream was ended.',
  encoder_gone: 'The stream has ended.',
  max_duration: 'The stream has reached its longest duration.',
  disabled: 'The stream was disabled.',
  deleted: 'The stream was deleted.',
  unsupported: 'The video or audio format is not supported.',
  server_stopped: 'The server has stopped.',
}

/** Reason with this name; `ended` for an unknown name. */
export function endReasonOf(name: string): EndReason {
  return endReasons.find((each) => each === name) ?? 'ended'
}

export type HealthIssue = { code: string; message: string; advice: string }

/** Product side of the engine: it knows streams and keys, admits encoders, and stores the events of sessions. */
export type LiveHost = {
  /** Decides whether an encoder may publish, before the encoder gets a response. */
  admit(attempt: PublishAttempt): Promise<PublishJudgement>
  /** Takes note of a refusal by the engine, for the owner of the stream whose key the attempt holds. Never rejects. */
  refused(attempt: PublishAttempt, refusal: Refusal): Promise<void>
  /** Stores an event. Rejects where it could not; the event is then retried. */
  store(subject: LiveSubject, event: LiveEvent): Promise<void>
  /** State of a session that this node found on its disk at the start; one that is `over` is closed. */
  standingOf(subject: LiveSubject): Promise<'preview' | 'live' | 'over'>
  /** Sessions of a node that have not ended, and ended ones whose recording is due, by their rows. */
  openOf(nodeId: string): Promise<OpenSession[]>
  /** Plan of a session, made from its rows; undefined when its stream is deleted. */
  planOf(subject: LiveSubject): Promise<LivePlan | undefined>
  /** Ends the row of a session that its node does not hold. Does nothing for an ended one. */
  closeLost(subject: LiveSubject): Promise<void>
  /** Fails the due recording of an ended session, whose media its node does not have. */
  loseRecording(subject: LiveSubject): Promise<void>
}
