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
  /** Sends streams on to other places. */
  simulcast: boolean
  /** Lets an audience wind back while a stream is live, as far as the stream says. */
  dvr: boolean
  /** Makes smaller renditions, where there is ffmpeg. */
  renditions: boolean
  /** How near an audience may be to the moment. */
  latencyModes: readonly ('ultraLow' | 'low' | 'standard')[]
}

export type LiveVideo = {
  capabilities: LiveCapabilities
  ingest(): IngestAddresses
  /** A stream key in the form in which an encoder enters it beside those addresses. */
  encoderKey(streamKey: string): string
  /** The node that this process is. */
  nodeId: string
  /** Ends a session; its recording is closed and told of afterwards. Does nothing when no node holds it. */
  end(session: LiveSessionRef, why: string): Promise<void>
  /** Shows a preview to the audience. */
  goLive(session: LiveSessionRef): Promise<void>
  /**
   * Drops the publisher of a session unless the key that it was admitted with has this hash. So a repeat drops no
   * publisher that has returned with the current key. The session waits for its return.
   */
  dropPublisher(session: LiveSessionRef, why: KeyChange): Promise<void>
  /** Sends a session on to these places and no others. */
  setTargets(session: LiveSessionRef, targets: readonly PushTarget[]): Promise<void>
  /** Sends away whoever still publishes to a stream whose session no node holds any more. */
  dismiss(playbackId: string): Promise<void>
  /** Undefined when no node that answers holds it. */
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
