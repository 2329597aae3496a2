/** Why a session has no smaller renditions, in words for its owner; `sinceMs` in ms since 1970. */
export type LadderIssue = { code: string; severity: 'warning'; message: string; advice: string; sinceMs: number }

type Words = Omit<LadderIssue, 'sinceMs' | 'severity'>

/** Why there are no smaller renditions. */
export const ladderIssues = {
  noneFree: {
    code: 'server_overloaded',
    message: 'The server makes as many streams smaller as it may already: this one is shown only as it comes.',
    advice: 'Ask the operator of the server to raise LIVE_LADDERS_MAX, if it has the processors for it.',
  },
  givenUp: {
    code: 'server_overloaded',
    message: 'The server did not keep up with making smaller pictures and has given up: there is only the source.',
    advice:
      'Send fewer or smaller pictures, or ask the operator for a faster server. The stream itself is as it should be.',
  },
  noFfmpeg: {
    code: 'ffmpeg_missing',
    message:
      'The server has no ffmpeg any more, without which there are no smaller renditions: there is only the source.',
    advice: 'Ask the operator of the server to install ffmpeg, or to name its place by FFMPEG_PATH.',
  },
} as const satisfies Record<string, Words>

export type LadderTrouble = keyof typeof ladderIssues
