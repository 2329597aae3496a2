import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentOf } from './userAgent.ts'

const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const appleKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const androidPhone = `Mozilla/5.0 (Linux; Android 10; K) ${webKit}`
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/141.0.0.0 Safari/537.36`

/** Real headers, and the agent that each of them names. */
const samples: [agent: string, userAgent: string][] = [
  ['desktop Windows Chrome', windows],
  ['desktop Windows Edge', `${windows} Edg/141.0.0.0`],
  ['desktop Windows Opera', `${windows} OPR/123.0.0.0`],
  ['desktop Windows Firefox', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0'],
  ['desktop macOS Safari', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${appleKit} Version/26.0 Safari/605.1.15`],
  ['desktop macOS Chrome', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Chrome/141.0 Safari/537.36`],
  ['desktop ChromeOS Chrome', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/141.0.0.0 Safari/537.36`],
  ['desktop Linux Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'],
  ['phone Android Chrome', `${androidPhone} Chrome/141.0.0.0 Mobile Safari/537.36`],
  ['phone Android Samsung Internet', `${androidPhone} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`],
  ['phone Android Firefox', 'Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0'],
  ['tablet Android Chrome', `Mozilla/5.0 (Linux; Android 15; SM-X910) ${webKit} Chrome/141.0.0.0 Safari/537.36`],
  ['tablet Android Firefox', 'Mozilla/5.0 (Android 15; Tablet; rv:144.0) Gecko/144.0 Firefox/144.0'],
  [
    'phone iOS Safari',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${appleKit} Version/26.0 Mobile/15E148 Safari/604.1`,
  ],
  [
    'phone iOS Chrome',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${appleKit} CriOS/141.0 Mobile/15E148 Safari/604.1`,
  ],
  [
    'tablet iOS Safari',
    `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${appleKit} Version/17.5 Mobile/15E148 Safari/604.1`,
  ],
  ['phone iOS unknown', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${appleKit} Mobile/15E148`],
  [
    'tv Tizen Samsung Internet',
    `Mozilla/5.0 (SMART-TV; LINUX; Tizen 8.0) ${webKit} SamsungBrowser/5.0 TV Safari/537.36`,
  ],
  ['tv webOS Chrome', `Mozilla/5.0 (Web0S; Linux/SmartTV) ${webKit} Chrome/120.0.6099.270 Safari/537.36`],
  ['tv Android Chrome', `Mozilla/5.0 (Linux; Android 12; BRAVIA 4K VH22) ${webKit} Chrome/141.0.0.0 Safari/537.36`],
  ['tv tvOS unknown', 'AppleCoreMedia/1.0.0.22J357 (Apple TV; U; CPU OS 18_0 like Mac OS X; en_us)'],
  ['bot unknown unknown', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['bot Linux Chrome', `Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/141.0.0.0 Safari/537.36`],
  ['bot unknown unknown', 'curl/8.14.1'],
  ['bot unknown unknown', 'python-requests/2.32.5'],
  ['unknown unknown unknown', 'Lavf/59.27.100'],
  ['unknown unknown unknown', 'VLC/3.0.21 LibVLC/3.0.21'],
  ['unknown unknown unknown', ''],
]

for (const [agent, userAgent] of samples) {
  test(`${agent}: ${userAgent.slice(0, 70)}`, () => {
    const { device, os, browser } = agentOf(userAgent)
    assert.equal(`${device} ${os} ${browser}`, agent)
  })
}

test('a header of any length is read by its beginning alone', () => {
  for (const part of ['Version/1 ', 'Tizen ', 'Silk/', '\u0000\ud800']) agentOf(part.repeat(1_000_000))
  assert.equal(agentOf(`${' '.repeat(600)}${windows}`).browser, 'unknown')
})
