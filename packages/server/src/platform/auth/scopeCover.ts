import type { Actor } from '#kit/call/context.ts'

/** Whether an actor has a scope. Secret keys and parts of the platform have every scope; a public key has none. */
export function hasScope({ credential, scopes }: Actor, scope: string): boolean {
  if (credential === 'restricted' || credential === 'session') return allows(scopes, scope)
  return credential !== 'public'
}

/** Whether any of the granted scopes covers the wanted one. `*` stands for one part, alone for everything. */
export function allows(granted: readonly string[], wanted: string): boolean {
  return granted.some((scope) => scope === '*' || scope === wanted || covers(scope, wanted))
}

/** `ads.*:read` covers `ads.placement:read`; `ads.placement:*` covers `ads.placement:vote`. */
function covers(scope: string, wanted: string): boolean {
  if (!scope.includes('*')) return false
  const [subject = '', verb = ''] = scope.split(':')
  const [wantedSubject = '', wantedVerb = ''] = wanted.split(':')
  if (verb !== '*' && verb !== wantedVerb) return false
  const [product, noun] = subject.split('.')
  const [wantedProduct, wantedNoun] = wantedSubject.split('.')
  return (product === '*' || product === wantedProduct) && (noun === '*' || noun === wantedNoun)
}

/** The form of a scope as a key may hold it. */
export const scopePattern = '^(\\*|([a-z]+|\\*)\\.([A-Za-z]+|\\*):([A-Za-z]+|\\*))$'
