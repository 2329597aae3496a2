import { type AmfValue, readAmf } from '#platform/video/rtmp/amf0.ts'
import { type AudioHeader, lowComplexityHeader } from './aacConfig.ts'

/**
 * Header of the audio that an encoder announces in its metadata (`onMetaData`, Video File Format Specification 10.1,
 * E.5). Undefined for metadata without audio.
 */
export function readAnnouncedAudio(body: Buffer): AudioHeader | undefined {
  const { audiosamplerate, audiochannels, stereo } = metadataOf(body)
  if (typeof audiosamplerate !== 'number') return undefined
  const channelCount = typeof audiochannels === 'number' ? audiochannels : stereo === false ? 1 : 2
  return lowComplexityHeader(audiosamplerate, channelCount)
}

/** The fields of a metadata message; empty for another message and for a damaged one. */
function metadataOf(body: Buffer): Record<string, AmfValue> {
  try {
    const values = readAmf(body)
    const at = values.indexOf('onMetaData')
    return at < 0 ? {} : Object(values[at + 1])
  } catch {
    return {}
  }
}
