import { anyOf } from './phrases.ts'
import { decodedHeader, headerOf, type MimePart } from './mimePart.ts'

/** Subjects of answers by a program, in the languages that mail servers write them in. */
const subjects = anyOf(
  /\[?auto(?:matic)?[- ]?(?:reply|response|matic reply)\]?/,
  /automatic reply/,
  /autoreply/,
  /out of (?:the )?office/,
  /i am (?:currently )?out of/,
  /on (?:vacation|holiday|leave)/,
  /vacation (?:reply|response)/,
  /away from (?:my|the) (?:mail|office|desk)/,
  /automatische antwort/,
  /abwesen/,
  /abwesenheit/,
  /réponse automatique/,
  /absence du bureau/,
  /respuesta automática/,
  /fuera de la oficina/,
  /risposta automatica/,
  /fuori sede/,
  /resposta automática/,
  /automatisch antwoord/,
  /afwezig/,
  /autosvar/,
  /automatiskt svar/,
  /automaattinen vastaus/,
  /odpowiedź automatyczna/,
  /automatická odpověď/,
  /автоматический ответ/,
  /автоответ/,
  /自動応答/,
  /自动回复/,
  /자동 회신/,
)

const answered = /^(?:re|aw|sv|vs|antw)\s*:\s*/i

/** Whether a program answered, and no person: an out-of-office note, a receipt, an acknowledgement (RFC 3834). */
export function isAutoReply(mail: MimePart): boolean {
  const automatic = headerOf(mail, 'auto-submitted').toLowerCase()
  if (automatic !== '' && !automatic.startsWith('no')) return true
  if (['x-autoreply', 'x-autorespond', 'x-autoresponder'].some((name) => headerOf(mail, name) !== '')) return true
  const exchange = headerOf(mail, 'x-auto-response-suppress').toLowerCase()
  if (/\b(all|oof|autoreply)\b/.test(exchange)) return true
  if (/^(auto_reply|bulk|junk|list)\b/i.test(headerOf(mail, 'precedence'))) return true
  if (headerOf(mail, 'list-id') !== '') return true
  const subject = decodedHeader(headerOf(mail, 'subject')).trim()
  return subject.replace(answered, '').search(subjects) === 0
}
