/** Reason for missing renditions, as a sentence for the account's owner; `sinceMs` in ms since 1970. */
export type LadderIssue = { code: string; severity: 'warning'; message: string; advice: string; sinceMs: number }

type Words = Omit<LadderIssue, 'sinceMs' | 'severity'>

/** Reasons for missing renditions. */
export const ladderIssues = {
  noneFree: {
    code: 'server_overloaded',
    message: 'The server already transcodes as many streams as it may: there is only the source.',
    advice: 'Have the operator of the server raise LIVE_LADDERS_MAX, if it has free processor cores.',
  },
  givenUp: {
    code: 'server_overloaded',
    message: 'The server did not keep up with transcoding and has stopped it: there is only the source.',
    advice: 'Send fewer or smaller frames, or use a faster server. The stream itself is unaffected.',
  },
  noFfmpeg: {
    code: 'ffmpeg_missing',
    message:
      'The server no longer has ffmpeg, without which there are no smaller renditions: there is only the source.',
    advice: 'Have the operator of the server install ffmpeg, or set FFMPEG_PATH to its path.',
  },
} as const satisfies Record<string, Words>

export type LadderTrouble = keyof typeof ladderIssues
