/** Whether a text has the form of a secret or restricted key of Stripe. */
export function isStripeKey(text: string): boolean {
  return /^(sk|rk)_(test|live)_[A-Za-z0-9_]{8,240}$/.test(text)
}

/** Whether a text has the form of a webhook secret of Stripe. */
export function isWebhookSecret(text: string): boolean {
  return /^whsec_[A-Za-z0-9+/=_-]{8,240}$/.test(text)
}

/** Mode of a key of Stripe: live ones move real money. */
export function stripeModeOf(key: string): 'test' | 'live' {
  return /^[sr]k_live_/.test(key) ? 'live' : 'test'
}
