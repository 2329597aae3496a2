import type { Actor } from '#kit/call/context.ts'

/** Whether an actor has a scope. Secret keys and parts of the platform have every scope; a public key has none. */
export function hasScope({ credential, scopes }: Actor, scope: string): boolean {
  if (credential === 'restricted' || credential === 'session') return allows(scopes, scope)
  return credential !== 'public'
}

/** Whether any of the granted scopes covers the required one. `*` stands for one part, alone for everything. */
export function allows(granted: readonly string[], requested: string): boolean {
  return granted.some((scope) => scope === '*' || scope === requested || covers(scope, requested))
}

/** `ads.*:read` covers `ads.placement:read`; `ads.placement:*` covers `ads.placement:vote`. */
function covers(scope: string, requested: string): boolean {
  if (!scope.includes('*')) return false
  const [subject = '', verb = ''] = scope.split(':')
  const [requestedSubject = '', requestedVerb = ''] = requested.split(':')
  if (verb !== '*' && verb !== requestedVerb) return false
  const [product, noun] = subject.split('.')
  const [requestedProduct, requestedNoun] = requestedSubject.split('.')
  return (product === '*' || product === requestedProduct) && (noun === '*' || noun === requestedNoun)
}

/** The form of a scope as a key may hold it. */
export const scopePattern = '^(\\*|([a-z]+|\\*)\\.([A-Za-z]+|\\*):([A-Za-z]+|\\*))$'
