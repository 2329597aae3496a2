/** Help of fields of payments in words of a seller, by the description of the API. */
export const paymentsHelp: Readonly<Record<string, string>> = {
  'State it should have, in place of an action.': 'State that it changes to.',
  'fixed: the lines make the price. customer: the payer chooses an amount.':
    'Fixed: the line items make the price. Customer: the payer chooses an amount.',
  'Products of a link with amountMode fixed.': 'Things that are paid for, line by line.',
  'Price of one, in minor units of the currency.': 'Price of one piece.',
  'Number of pieces; 1 when left out.': 'Number of pieces. Empty: one.',
  'Bounds of the amount with amountMode customer.': 'Bounds of the amount that the payer chooses.',
  'Largest amount; no bound when left out.': 'Largest amount. Empty: no bound.',
  'Whether the payer may enter codes of coupons.': 'The page has a field for codes of coupons.',
  'Whether active promotions apply by themselves.': 'Active promotions apply by themselves.',
  'Minor units of the currency that one token pays.': 'Value of one token in the smallest unit of the currency.',
  'Whether the payer enters a name.': 'The page has a field for the name.',
  'Whether the payer enters a phone number.': 'The page has a field for the phone number.',
  'Whether the payer enters a postal address.': 'The page has a field for the postal address.',
  'Type of the answer; text when left out.': 'Type of the answer. Empty: text.',
  'Whether a payment needs an answer.': 'No payment without an answer.',
  'Address that the payer is sent to, by https, on this server or an origin of a public key.':
    'Address that the payer goes to next: on this server, or a site of a public key.',
  'Provider that takes the money; the default of the account when left out.':
    'Provider that takes the money. Empty: the default of the account.',
  'Tag of its payments, such as a place of publication; `source` of the address replaces it.':
    'Tag of its payments, such as the place where you publish the link.',
  'Whether payments go through it where a link names no provider. The first one is.':
    'Payments go through it where a link names no provider.',
  'Secret or restricted key, `sk_…` or `rk_…`.': 'Secret or restricted key, sk_… or rk_….',
  'Signing secret of the webhook endpoint, `whsec_…`; without it the server registers an endpoint.':
    'Signing secret of the webhook endpoint, whsec_…. Leave it empty, and the server registers its endpoint.',
  ['Checks the keys of a payment provider at its company. Keys that are refused move it to `error`, and keys ' +
  'that work to `active`; `lastError` says why. A company that is not reached changes no state. A webhook ' +
  'endpoint that the server registers is put right as well.']:
    'Checks the keys at the company: the provider becomes active, or shows the error. Its webhook is put right.',
  'Least amount of the first part, in minor units.': 'Least amount of the first part.',
}
