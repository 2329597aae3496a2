import { secretSetting, setting, settingGroup } from '#kit/nouns/setting.ts'
import { optional, originUrl } from '#platform/settings/settingReaders.ts'
import { isStripeKey, isWebhookSecret } from './stripeKey.ts'

/** Settings of Stripe: keys for one account, and the address of its API. */
export const stripeSettings = settingGroup(
  'Stripe',
  {
    stripeAccount: setting(
      'STRIPE_ACCOUNT',
      'Account (`acc_…`) whose payments may go through the keys below. Other accounts have keys of their own.',
      { read: optional(keyIn((text) => /^acc_[0-9a-z]{1,20}$/.test(text), 'the id of an account, acc_…')) },
    ),
    stripeSecretKey: secretSetting(
      'STRIPE_SECRET_KEY',
      'Secret or restricted key of Stripe, `sk_…` or `rk_…`.',
      optional(keyIn(isStripeKey, 'a key such as sk_live_… or rk_live_…')),
    ),
    stripeWebhookSecret: secretSetting(
      'STRIPE_WEBHOOK_SECRET',
      'Signing secret of the webhook endpoint at Stripe, `whsec_…`.',
      optional(keyIn(isWebhookSecret, 'a secret such as whsec_…')),
    ),
    stripeApiUrl: setting('STRIPE_API_URL', 'Origin of the API of Stripe. Another one is for tests.', {
      fallback: 'https://api.stripe.com',
      read: originUrl,
    }),
  },
  (isSet) => {
    const names = ['STRIPE_ACCOUNT', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']
    const count = names.filter((name) => isSet(name)).length
    return count === 0 || count === names.length ? [] : [`${names.join(', ')} must be set together.`]
  },
)

function keyIn(accepts: (text: string) => boolean, form: string): (text: string) => string {
  return (given) => {
    if (accepts(given)) return given
    throw new Error(form)
  }
}
