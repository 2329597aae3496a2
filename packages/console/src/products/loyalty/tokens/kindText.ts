import { labelOf } from '#console/parts/labels.ts'
import { t, type TextKey } from '#console/texts/texts.ts'

const keys: Readonly<Record<string, TextKey>> = {
  grant: 'tokens.kind.grant',
  rule: 'tokens.kind.rule',
  offer: 'tokens.kind.offer',
  spend: 'tokens.kind.spend',
  transfer: 'tokens.kind.transfer',
  hold: 'tokens.kind.hold',
  capture: 'tokens.kind.capture',
  void: 'tokens.kind.void',
  release: 'tokens.kind.release',
  expire: 'tokens.kind.expire',
  reverse: 'tokens.kind.reverse',
  giveBack: 'tokens.kind.giveBack',
  forfeit: 'tokens.kind.forfeit',
  merge: 'tokens.kind.merge',
}

/** The kind of a transaction of tokens in words. */
export function kindText(kind: string): string {
  const key = keys[kind]
  return key === undefined ? labelOf(kind) : t(key)
}
