import { codecRefused } from './streamRefusals.ts'

/** Issue of a stream, described for the person at the encoder. */
export type IngestIssue = {
  code: IssueCode
  severity: 'warning' | 'bad'
  message: string
  /** Setting to change, and its place in OBS. */
  advice: string
  /** First time that it was detected, in ms since 1970. */
  sinceMs: number
}

export type IssueCode =
  | 'no_data'
  | 'bitrate_unstable'
  | 'bitrate_low'
  | 'keyframe_interval_long'
  | 'b_frames_in_low_latency'
  | 'codec_unsupported'
  | 'audio_missing'
  | 'clock_drift'
  | 'server_overloaded'

/** Measurements by which a stream is judged. Undefined values cannot be measured yet. */
export type Signs = {
  /** Time since the last message, the last video frame and the last audio frame. */
  silentMs: number
  videoSilentMs: number
  audioSilentMs: number
  isFlowing: boolean
  videoKbps: number
  fps: number
  pixelCount: number
  keyFrameSeconds: number | undefined
  hasReordering: boolean
  isLowLatency: boolean
  /** Lateness of the latest frame of the window, compared with the earliest. */
  unevenMs: number
  /** Clock drift: share by which the encoder's clock is slower than the server's; 0.01 is one per cent. */
  clockShare: number | undefined
  refusedCodec: { codec: string; advice: string } | undefined
  isOverloaded: boolean
}

/** Buffer of a typical live player: playback stalls during a longer pause. */
const silentMsMax = 3_000
/** Latency of a low-latency player: it misses frames that arrive later. */
const unevenMsMax = 1_000
/** H.264 below 0.02 bits per pixel shows blocks in motion: 550 kbit/s at 1280×720 and 30 frames per second. */
const bitsPerPixelMin = 0.02
/** Start-up, seeking and clips depend on key frames; from this interval on all of them are noticeably slow. */
const keyFrameSecondsWarning = 4
/** Segments are cut at 6 s at the latest: from this interval on some have no key frame. */
const keyFrameSecondsBad = 6
/** Audio frames arrive every 20 to 60 ms; after this pause audio counts as missing. */
const audioSilentMsMax = 3_000
/** Quartz clocks differ by less than 0.01 %: one per cent means an encoder or an upload that cannot keep up. */
const clockShareMax = 0.01
/** At five per cent a viewer loses three seconds per minute. */
const clockShareBad = 0.05

type Judgement = Omit<IngestIssue, 'code' | 'sinceMs'>

/** Rule of each code: returns the issue when the signs match it. */
const rules: Record<IssueCode, (signs: Signs) => Judgement | undefined> = {
  no_data({ silentMs, videoSilentMs, isFlowing }) {
    if (!isFlowing || Math.max(silentMs, videoSilentMs) < silentMsMax) return undefined
    const pause = inWords(Math.max(silentMs, videoSilentMs))
    const hasAudio = silentMs < silentMsMax
    const message = hasAudio
      ? `No video has arrived from the encoder for ${pause}.`
      : `Nothing has arrived from the encoder for ${pause}.`
    const advice = 'Check that the encoder is still streaming and that it is connected to the internet.'
    return { severity: 'bad', message, advice }
  },
  bitrate_unstable({ unevenMs }) {
    if (unevenMs < unevenMsMax) return undefined
    const message = `The upload stalls: frames arrived up to ${inWords(unevenMs)} late.`
    const advice =
      'Use a cable instead of Wi-Fi, or lower the bitrate to two thirds of your upload speed. ' +
      'In OBS: Settings, Output, Video Bitrate.'
    return { severity: 'warning', message, advice }
  },
  bitrate_low({ videoKbps, fps, pixelCount }) {
    const kbpsMin = (pixelCount * fps * bitsPerPixelMin) / 1_000
    if (videoKbps === 0 || videoKbps >= kbpsMin) return undefined
    const message = `${videoKbps} kbit/s are low for this frame size: movement will show blocks.`
    const advice =
      `Raise the bitrate to ${Math.ceil((kbpsMin * 4) / 500) * 500} kbit/s, or lower the resolution. ` +
      'In OBS: Settings, Output, Video Bitrate, or Settings, Video, Output Resolution.'
    return { severity: 'warning', message, advice }
  },
  keyframe_interval_long({ keyFrameSeconds }) {
    if (keyFrameSeconds === undefined || keyFrameSeconds < keyFrameSecondsWarning) return undefined
    const severity = keyFrameSeconds >= keyFrameSecondsBad ? 'bad' : 'warning'
    const message = `Key frames are ${keyFrameSeconds.toFixed(1)} s apart: the video starts late and clips are coarse.`
    const advice = 'Set the key-frame interval to 2 seconds, or to 1. In OBS: Settings, Output, Keyframe Interval.'
    return { severity, message, advice }
  },
  b_frames_in_low_latency({ hasReordering, isLowLatency }) {
    if (!hasReordering || !isLowLatency) return undefined
    const message = 'The encoder uses B-frames, which come late and add to the delay of the stream.'
    const advice = 'Turn B-frames off. In OBS: Settings, Output, set B-frames to 0, or choose the tuning "zerolatency".'
    return { severity: 'warning', message, advice }
  },
  codec_unsupported({ refusedCodec }) {
    if (refusedCodec === undefined) return undefined
    const { message, advice } = codecRefused(refusedCodec.codec, refusedCodec.advice)
    return { severity: 'bad', message, advice }
  },
  audio_missing({ audioSilentMs, videoSilentMs, isFlowing }) {
    if (!isFlowing || audioSilentMs < audioSilentMsMax || videoSilentMs >= silentMsMax) return undefined
    const message = 'The stream has no audio.'
    const advice = 'Check that the scene has an audio source and that audio is encoded as AAC. In OBS: the Audio Mixer.'
    return { severity: 'warning', message, advice }
  },
  clock_drift({ clockShare }) {
    if (clockShare === undefined || Math.abs(clockShare) <= clockShareMax) return undefined
    const percent = (Math.abs(clockShare) * 100).toFixed(1)
    const severity = Math.abs(clockShare) >= clockShareBad ? 'bad' : 'warning'
    const message =
      clockShare > 0
        ? `Frames arrive ${percent} % slower than they are shown.`
        : `Frames arrive ${percent} % faster than they are shown.`
    const advice =
      'The encoder or its upload does not keep pace: close other programs, choose a faster preset or lower the ' +
      'bitrate. In OBS: View, Stats.'
    return { severity, message, advice }
  },
  server_overloaded({ isOverloaded }) {
    if (!isOverloaded) return undefined
    const message = 'The server is busy; the stream may stutter through no fault of the encoder.'
    return {
      severity: 'bad',
      message,
      advice: 'Contact the operator of the server. There is nothing to change in OBS.',
    }
  },
}

// cast: the keys of a record by code are codes.
const codes = Object.keys(rules) as IssueCode[]

/** All issue codes. */
export const issueCodes: readonly IssueCode[] = codes

/** Evaluates the signs of one stream on each call, and stores the begin of each issue. */
export class IssueBook {
  readonly #since = new Map<IssueCode, number>()

  evaluate(signs: Signs, nowMs: number): IngestIssue[] {
    return issueCodes.flatMap((code) => {
      const issue = rules[code](signs)
      if (issue === undefined) {
        this.#since.delete(code)
        return []
      }
      const sinceMs = this.#since.get(code) ?? nowMs
      this.#since.set(code, sinceMs)
      return [{ code, ...issue, sinceMs }]
    })
  }
}

function inWords(ms: number): string {
  return ms < 10_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 1_000)} s`
}
