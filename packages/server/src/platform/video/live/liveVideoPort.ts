import { port } from '#kit/call/port.ts'

export type IngestAddresses = { rtmpUrl: string | null; rtmpsUrl: string | null }

export type LiveSessionRef = { sessionUuid: string; nodeId: string }

export type KeyChange = { keyHash: string; reason: string }

export type PushTarget = { targetId: string; serverUrl: string; streamKey: string }

export type IngestIssue = {
  code: string
  severity: 'warning' | 'bad'
  message: string
  advice: string
  since: string
}

export type IngestReport = {
  protocol: string
  videoCodec: string | null
  audioCodec: string | null
  width: number | null
  height: number | null
  fps: number | null
  bitrateKbps: number
  keyFrameIntervalSeconds: number | null
  droppedFrames: number
  lastPacketAt: string | null
}

export type LiveReport = {
  health: 'good' | 'warning' | 'bad' | 'offline'
  issues: IngestIssue[]
  ingest: IngestReport
  simulcast: { targetId: string; state: 'idle' | 'starting' | 'live' | 'error'; lastError: string | null }[]
  recording: { isRecording: boolean; seconds: number; bytes: number }
}

export type LiveCapabilities = {
  /** Pushes streams to other services. */
  simulcast: boolean
  /** Viewers can seek back while a stream is live, within its DVR window. */
  dvr: boolean
  /** Encodes smaller renditions, where ffmpeg is installed. */
  renditions: boolean
  /** Knows whether an encoder unpublished or lost its connection. */
  endOnUnpublish: boolean
  /** Latency modes that a stream may choose. */
  latencyModes: readonly ('ultraLow' | 'low' | 'standard')[]
}

export type LiveVideo = {
  capabilities: LiveCapabilities
  ingest(): IngestAddresses
  /** Stream key as an encoder needs it with the ingest addresses. */
  encoderKey(streamKey: string): string
  /** Node id of this process. */
  nodeId: string
  /** Ends a session; its recording is handed over later. Does nothing when no node holds the session. */
  end(session: LiveSessionRef, why: string): Promise<void>
  /** Makes a preview visible to the audience. */
  goLive(session: LiveSessionRef): Promise<void>
  /**
   * Drops the publisher of a session unless it was admitted with the key of this hash, so a repeated call never drops a
   * publisher with the current key. The session waits for the publisher to return.
   */
  dropPublisher(session: LiveSessionRef, why: KeyChange): Promise<void>
  /** Pushes a session to exactly these targets. */
  setTargets(session: LiveSessionRef, targets: readonly PushTarget[]): Promise<void>
  /** Drops a publisher whose session no node holds. */
  dismiss(playbackId: string): Promise<void>
  /** Report of a session; undefined when no reachable node holds it. */
  report(session: LiveSessionRef): Promise<LiveReport | undefined>
}

/** The live video engine of this installation. */
export const liveVideoPort = port<LiveVideo>('liveVideo', {
  end: 'leaves',
  goLive: 'leaves',
  dropPublisher: 'leaves',
  setTargets: 'leaves',
  dismiss: 'leaves',
  report: 'leaves',
})
