// Generated from the operations by `npm run gen`. Changes here are lost.
import type { Call, Route } from '../call.ts'
import type { ListPages } from '../pages.ts'
import type { CallOptions } from '../settings.ts'
import type { Deleted, PaymentGetOutput, PaymentLink, PaymentLinkCreateInput, PaymentLinkCreateOutput, PaymentLinkDeleteInput, PaymentLinkGetEmbedCodeInput, PaymentLinkGetEmbedCodeOutput, PaymentLinkGetOutput, PaymentLinkGetPaymentsInput, PaymentLinkGetPaymentsOutput, PaymentLinkList, PaymentLinkPreviewInput, PaymentLinkPreviewOutput, PaymentLinkRefundPaymentInput, PaymentLinkRefundPaymentOutput, PaymentLinkUpdateInput, PaymentList, PaymentProvider, PaymentProviderCheckInput, PaymentProviderCheckOutput, PaymentProviderCreateInput, PaymentProviderCreateOutput, PaymentProviderDeleteInput, PaymentProviderList, PaymentProviderUpdateInput, PaymentsCheckout, PaymentsCheckoutCancelInput, PaymentsCheckoutQuoteInput, PaymentsCheckoutQuoteOutput, PaymentsCheckoutRefreshInput, PaymentsCheckoutStartInput, PaymentsSandboxPayInput, PaymentsSandboxPayOutput, ReconciliationIssue, ReconciliationIssueList, ReconciliationIssueRunInput, ReconciliationIssueRunOutput, ReconciliationIssueUpdateInput, ReconciliationIssueVerifyOutput, Refund, RefundList, RefundListInput, RefundGetInput, PaymentListInput, PaymentGetInput, PaymentLinkListInput, PaymentLinkGetInput, PaymentProviderListInput, PaymentProviderGetInput, PaymentsCheckoutGetInput, ReconciliationIssueListInput, ReconciliationIssueGetInput, ReconciliationIssueVerifyInput } from './schemas.ts'

/** Payments: Payment links: pages that take payments, by card and more, with refunds and daily reconciliation. */
export function payments(call: Call) {
  return {
    paymentLink: {
      /**
       * Payment link - Refund payment. Refunds a payment in part or in full. The sum of all refunds never exceeds the captured amount, however many requests come at once. It is pending until the provider confirms it; the same `clientReference` again returns the same refund as it stands.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.payment:refund`. Accounts: Business, Streamer, Personal.
       * POST /api/payment/paymentLink/refundPayment
       */
      refundPayment: (input: PaymentLinkRefundPaymentInput, options?: CallOptions): Promise<PaymentLinkRefundPaymentOutput> =>
        call.one(routes['payments.paymentLink.refundPayment'], input, options),

      /**
       * Get Payments. Lists the payments of a link, or of all links of the account, newest first. Nothing is required. A `limit` above 200 is served as 200. It changes nothing and emits no fact.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.payment:read`. Accounts: Business, Streamer.
       * POST /api/payment/paymentLink/getPayments
       */
      getPayments: (input: PaymentLinkGetPaymentsInput = {}, options?: CallOptions): Promise<PaymentLinkGetPaymentsOutput> =>
        call.one(routes['payments.paymentLink.getPayments'], input, options),

      /**
       * Payment link - Create. Creates a page that takes payments; `url` is its address.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.paymentLink:write`. Accounts: Business, Streamer, Personal.
       * May emit `payments.paymentLink.created`.
       * POST /api/payment/paymentLink/create
       */
      create: (input: PaymentLinkCreateInput, options?: CallOptions): Promise<PaymentLinkCreateOutput> =>
        call.one(routes['payments.paymentLink.create'], input, options),

      /**
       * Payment link - Update. Changes a payment link. Payments that run keep the price that they began with.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.paymentLink:write`. Accounts: Business, Streamer, Personal.
       * May emit `payments.paymentLink.updated`, `payments.paymentLink.deactivated`, `payments.paymentLink.completed`, `payments.paymentLink.expired`.
       * PUT /api/payment/paymentLink/update
       */
      update: (input: PaymentLinkUpdateInput, options?: CallOptions): Promise<PaymentLink> =>
        call.one(routes['payments.paymentLink.update'], input, options),

      /**
       * Payment links - Get All. Lists payment links: pages that take payments of products or of an amount that the payer chooses.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.paymentLink:read`. Accounts: Business, Streamer, Personal.
       * GET /api/payment/paymentLink/all
       */
      list: (input: PaymentLinkListInput = {}, options?: CallOptions): ListPages<PaymentLinkList['items'][number], PaymentLinkList> =>
        call.pages(routes['payments.paymentLink.all'], input, options),

      /**
       * Payment link - Get. Gets a payment link. `include=days` adds its visits and payments by day.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.paymentLink:read`. Accounts: Business, Streamer, Personal.
       * GET /api/payment/paymentLink/get
       */
      get: (input: PaymentLinkGetInput = {}, options?: CallOptions): Promise<PaymentLinkGetOutput> =>
        call.one(routes['payments.paymentLink.get'], input, options),

      /**
       * Payment link - Delete. Deletes a payment link. Its payments stay; open sessions of payers end at the provider.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.paymentLink:write`. Accounts: Business, Streamer, Personal.
       * May emit `payments.paymentLink.deleted`.
       * POST /api/payment/paymentLink/delete
       */
      delete: (input: PaymentLinkDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['payments.paymentLink.delete'], input, options),

      /**
       * Payment link - Get embed code. HTML for a page of yours that leads to the page of a payment link: a button, a link or a QR code, without a script. `qrSvg` is the QR code for print.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.paymentLink:read`. Accounts: Business, Streamer, Personal.
       * POST /api/payment/paymentLink/getEmbedCode
       */
      getEmbedCode: (input: PaymentLinkGetEmbedCodeInput, options?: CallOptions): Promise<PaymentLinkGetEmbedCodeOutput> =>
        call.one(routes['payments.paymentLink.getEmbedCode'], input, options),

      /**
       * Payment link - Preview. HTML of the page that a payment link would have, with its present price and promotions. Fields may be missing. Nothing is written, and its form takes no payment.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.paymentLink:read`. Accounts: Business, Streamer, Personal.
       * POST /api/payment/paymentLink/preview
       */
      preview: (input: PaymentLinkPreviewInput = {}, options?: CallOptions): Promise<PaymentLinkPreviewOutput> =>
        call.one(routes['payments.paymentLink.preview'], input, options),
    },
    refund: {
      /**
       * Refunds - Get All. Lists refunds of payments.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.refund:read`. Accounts: Business, Streamer, Personal.
       * GET /api/payment/refund/all
       */
      list: (input: RefundListInput = {}, options?: CallOptions): ListPages<RefundList['items'][number], RefundList> =>
        call.pages(routes['payments.refund.all'], input, options),

      /**
       * Refund - Get. Gets one of refunds of payments.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.refund:read`. Accounts: Business, Streamer, Personal.
       * GET /api/payment/refund/get
       */
      get: (input: RefundGetInput = {}, options?: CallOptions): Promise<Refund> =>
        call.one(routes['payments.refund.get'], input, options),
    },
    payment: {
      /**
       * Payments - Get All. Lists payments that links took.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.payment:read`. Accounts: Business, Streamer, Personal.
       * GET /api/payment/payment/all
       */
      list: (input: PaymentListInput = {}, options?: CallOptions): ListPages<PaymentList['items'][number], PaymentList> =>
        call.pages(routes['payments.payment.all'], input, options),

      /**
       * Payment - Get. Gets a payment with its time line, its refunds and its disputes.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.payment:read`. Accounts: Business, Streamer, Personal.
       * GET /api/payment/payment/get
       */
      get: (input: PaymentGetInput = {}, options?: CallOptions): Promise<PaymentGetOutput> =>
        call.one(routes['payments.payment.get'], input, options),
    },
    provider: {
      /**
       * Payment Providers - Get All. Lists payment providers: companies that take payments, with your keys.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.provider:read`. Accounts: Business, Streamer, Personal.
       * GET /api/payment/provider/all
       */
      list: (input: PaymentProviderListInput = {}, options?: CallOptions): ListPages<PaymentProviderList['items'][number], PaymentProviderList> =>
        call.pages(routes['payments.provider.all'], input, options),

      /**
       * Payment Providers - Get. Gets one of payment providers: companies that take payments, with your keys.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.provider:read`. Accounts: Business, Streamer, Personal.
       * GET /api/payment/provider/get
       */
      get: (input: PaymentProviderGetInput = {}, options?: CallOptions): Promise<PaymentProvider> =>
        call.one(routes['payments.provider.get'], input, options),

      /**
       * Payment Providers - Create. Creates a payment provider. The keys are checked at Stripe, sealed and never returned. Without `webhookSecret` the server registers its webhook endpoint at Stripe; else put `webhookUrl` there. A test account has the sandbox alone.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.provider:write`. Accounts: Business, Streamer, Personal.
       * May emit `payments.provider.created`, `payments.provider.updated`.
       * POST /api/payment/provider/create
       */
      create: (input: PaymentProviderCreateInput, options?: CallOptions): Promise<PaymentProviderCreateOutput> =>
        call.one(routes['payments.provider.create'], input, options),

      /**
       * Payment Providers - Update. Changes a payment provider. Only sent fields change; keys that are sent replace stored ones, and are of the same mode. A disabled provider takes no new payments; refunds still go through it.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.provider:write`. Accounts: Business, Streamer, Personal.
       * May emit `payments.provider.updated`, `payments.provider.failed`, `payments.provider.recovered`.
       * PUT /api/payment/provider/update
       */
      update: (input: PaymentProviderUpdateInput, options?: CallOptions): Promise<PaymentProvider> =>
        call.one(routes['payments.provider.update'], input, options),

      /**
       * Payment Providers - Check. Checks the keys of a payment provider at its company. Keys that are refused move it to `error`, and keys that work to `active`; `lastError` says why. A company that is not reached changes no state. A webhook endpoint that the server registers is put right as well.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.provider:write`. Accounts: Business, Streamer, Personal.
       * May emit `payments.provider.updated`, `payments.provider.failed`, `payments.provider.recovered`.
       * POST /api/payment/provider/check
       */
      check: (input: PaymentProviderCheckInput, options?: CallOptions): Promise<PaymentProviderCheckOutput> =>
        call.one(routes['payments.provider.check'], input, options),

      /**
       * Payment Providers - Delete. Deletes a payment provider by which no payment went and that no link names. Disable others: refunds need them.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.provider:write`. Accounts: Business, Streamer, Personal.
       * May emit `payments.provider.deleted`.
       * POST /api/payment/provider/delete
       */
      delete: (input: PaymentProviderDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['payments.provider.delete'], input, options),
    },
    checkout: {
      /**
       * Checkout - Quote. Prices what a payer chooses on a payment link, with coupons, promotions and tokens. Nothing is held.
       * Anyone may call it; no key is needed.
       * POST /public/pay/quote
       */
      quote: (input: PaymentsCheckoutQuoteInput, options?: CallOptions): Promise<PaymentsCheckoutQuoteOutput> =>
        call.one(routes['payments.checkout.quote'], input, options),

      /**
       * Checkout - Start. Starts a payment: holds its offers and its place in the limit of the link, and opens the page of the provider. The same `attemptId` again gives the same payment, or another one after `provider_unreachable`.
       * Anyone may call it; no key is needed.
       * May emit `payments.payment.created`, `payments.payment.succeeded`, `payments.payment.failed`, `marketing.contact.created`, `marketing.contact.updated`, `loyalty.coupon.reserved`, `loyalty.coupon.redeemed`, `loyalty.coupon.released`, `loyalty.coupon.rolledBack`, `loyalty.coupon.exhausted`, `loyalty.promotion.applied`, `loyalty.promotion.rolledBack`, `loyalty.promotion.exhausted`, `loyalty.promotion.updated`, `loyalty.tokens.spent`, `loyalty.tokens.granted`, `loyalty.tokens.released`, `loyalty.tokens.reversed`.
       * POST /public/pay/start
       */
      start: (input: PaymentsCheckoutStartInput, options?: CallOptions): Promise<PaymentsCheckout> =>
        call.one(routes['payments.checkout.start'], input, options),

      /**
       * Checkout - Get. Gets a payment for its payer. The page after the payment polls it.
       * Anyone may call it; no key is needed.
       * GET /public/pay/get
       */
      get: (input: PaymentsCheckoutGetInput, options?: CallOptions): Promise<PaymentsCheckout> =>
        call.one(routes['payments.checkout.get'], input, options),

      /**
       * Checkout - Refresh. Retrieves the state of an open payment from its provider, whose webhook may be late, and returns it.
       * Anyone may call it; no key is needed.
       * May emit `payments.payment.succeeded`, `payments.payment.failed`, `payments.payment.expired`, `loyalty.coupon.reserved`, `loyalty.coupon.redeemed`, `loyalty.coupon.released`, `loyalty.coupon.rolledBack`, `loyalty.coupon.exhausted`, `loyalty.promotion.applied`, `loyalty.promotion.rolledBack`, `loyalty.promotion.exhausted`, `loyalty.promotion.updated`, `loyalty.tokens.spent`, `loyalty.tokens.granted`, `loyalty.tokens.released`, `loyalty.tokens.reversed`.
       * POST /public/pay/refresh
       */
      refresh: (input: PaymentsCheckoutRefreshInput, options?: CallOptions): Promise<PaymentsCheckout> =>
        call.one(routes['payments.checkout.refresh'], input, options),

      /**
       * Checkout - Cancel. Ends an open payment, and lets go what it holds. A payment that has succeeded stays.
       * Anyone may call it; no key is needed.
       * May emit `payments.payment.cancelled`, `payments.payment.succeeded`, `payments.payment.failed`, `loyalty.coupon.reserved`, `loyalty.coupon.redeemed`, `loyalty.coupon.released`, `loyalty.coupon.rolledBack`, `loyalty.coupon.exhausted`, `loyalty.promotion.applied`, `loyalty.promotion.rolledBack`, `loyalty.promotion.exhausted`, `loyalty.promotion.updated`, `loyalty.tokens.spent`, `loyalty.tokens.granted`, `loyalty.tokens.released`, `loyalty.tokens.reversed`.
       * POST /public/pay/cancel
       */
      cancel: (input: PaymentsCheckoutCancelInput, options?: CallOptions): Promise<PaymentsCheckout> =>
        call.one(routes['payments.checkout.cancel'], input, options),
    },
    sandbox: {
      /**
       * Sandbox - Pay. Pays at the built-in test provider, which moves no money. The page of the sandbox submits it. Test cards: 4242424242424242, 5555555555554444, 4000000000000002, 4000000000009995, 4000000000000069, 4000002500003155, 4000000000000077, 4000000000000259, 4000000000001976, 4000000000007726, 4000000000005126.
       * Anyone may call it; no key is needed.
       * POST /public/sandbox/pay
       */
      pay: (input: PaymentsSandboxPayInput, options?: CallOptions): Promise<PaymentsSandboxPayOutput> =>
        call.one(routes['payments.sandbox.pay'], input, options),
    },
    reconciliation: {
      /**
       * Reconciliation - Get All. Lists differences between our records and those of the providers.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.reconciliation:read`. Accounts: Business, Streamer, Personal.
       * GET /api/payment/reconciliation/all
       */
      list: (input: ReconciliationIssueListInput = {}, options?: CallOptions): ListPages<ReconciliationIssueList['items'][number], ReconciliationIssueList> =>
        call.pages(routes['payments.reconciliation.all'], input, options),

      /**
       * Reconciliation - Get. Gets one of differences between our records and those of a provider.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.reconciliation:read`. Accounts: Business, Streamer, Personal.
       * GET /api/payment/reconciliation/get
       */
      get: (input: ReconciliationIssueGetInput = {}, options?: CallOptions): Promise<ReconciliationIssue> =>
        call.one(routes['payments.reconciliation.get'], input, options),

      /**
       * Reconciliation - Update. Resolves a difference that its owner has settled at the provider, or changes its metadata.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.reconciliation:write`. Accounts: Business, Streamer, Personal.
       * May emit `payments.reconciliation.mismatch`.
       * PUT /api/payment/reconciliation/update
       */
      update: (input: ReconciliationIssueUpdateInput, options?: CallOptions): Promise<ReconciliationIssue> =>
        call.one(routes['payments.reconciliation.update'], input, options),

      /**
       * Reconciliation - Run. Compares a day with the records of a provider: number of payments, captured amount, fees and refunds, by currency. Differences are recorded, and resolved by a later run that finds none. Past days are compared daily.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.reconciliation:write`. Accounts: Business, Streamer, Personal.
       * May emit `payments.reconciliation.mismatch`.
       * POST /api/payment/reconciliation/run
       */
      run: (input: ReconciliationIssueRunInput, options?: CallOptions): Promise<ReconciliationIssueRunOutput> =>
        call.one(routes['payments.reconciliation.run'], input, options),

      /**
       * Reconciliation - Verify. Verifies by one SQL statement that payments, refunds, the ledger of money, redemptions of coupons, uses of promotions and counts of links match exactly.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.reconciliation:read`. Accounts: Business, Streamer, Personal.
       * GET /api/payment/reconciliation/verify
       */
      verify: (input: ReconciliationIssueVerifyInput = {}, options?: CallOptions): Promise<ReconciliationIssueVerifyOutput> =>
        call.one(routes['payments.reconciliation.verify'], input, options),
    },
  }
}

/** Payments: Payment links: pages that take payments, by card and more, with refunds and daily reconciliation. As public keys and other accounts see it. */
export function publicPayments(call: Call) {
  return {
    checkout: {
      /**
       * Checkout - Quote. Prices what a payer chooses on a payment link, with coupons, promotions and tokens. Nothing is held.
       * Anyone may call it; no key is needed.
       * POST /public/pay/quote
       */
      quote: (input: PaymentsCheckoutQuoteInput, options?: CallOptions): Promise<PaymentsCheckoutQuoteOutput> =>
        call.one(routes['payments.checkout.quote'], input, options),

      /**
       * Checkout - Start. Starts a payment: holds its offers and its place in the limit of the link, and opens the page of the provider. The same `attemptId` again gives the same payment, or another one after `provider_unreachable`.
       * Anyone may call it; no key is needed.
       * May emit `payments.payment.created`, `payments.payment.succeeded`, `payments.payment.failed`, `marketing.contact.created`, `marketing.contact.updated`, `loyalty.coupon.reserved`, `loyalty.coupon.redeemed`, `loyalty.coupon.released`, `loyalty.coupon.rolledBack`, `loyalty.coupon.exhausted`, `loyalty.promotion.applied`, `loyalty.promotion.rolledBack`, `loyalty.promotion.exhausted`, `loyalty.promotion.updated`, `loyalty.tokens.spent`, `loyalty.tokens.granted`, `loyalty.tokens.released`, `loyalty.tokens.reversed`.
       * POST /public/pay/start
       */
      start: (input: PaymentsCheckoutStartInput, options?: CallOptions): Promise<PaymentsCheckout> =>
        call.one(routes['payments.checkout.start'], input, options),

      /**
       * Checkout - Get. Gets a payment for its payer. The page after the payment polls it.
       * Anyone may call it; no key is needed.
       * GET /public/pay/get
       */
      get: (input: PaymentsCheckoutGetInput, options?: CallOptions): Promise<PaymentsCheckout> =>
        call.one(routes['payments.checkout.get'], input, options),

      /**
       * Checkout - Refresh. Retrieves the state of an open payment from its provider, whose webhook may be late, and returns it.
       * Anyone may call it; no key is needed.
       * May emit `payments.payment.succeeded`, `payments.payment.failed`, `payments.payment.expired`, `loyalty.coupon.reserved`, `loyalty.coupon.redeemed`, `loyalty.coupon.released`, `loyalty.coupon.rolledBack`, `loyalty.coupon.exhausted`, `loyalty.promotion.applied`, `loyalty.promotion.rolledBack`, `loyalty.promotion.exhausted`, `loyalty.promotion.updated`, `loyalty.tokens.spent`, `loyalty.tokens.granted`, `loyalty.tokens.released`, `loyalty.tokens.reversed`.
       * POST /public/pay/refresh
       */
      refresh: (input: PaymentsCheckoutRefreshInput, options?: CallOptions): Promise<PaymentsCheckout> =>
        call.one(routes['payments.checkout.refresh'], input, options),

      /**
       * Checkout - Cancel. Ends an open payment, and lets go what it holds. A payment that has succeeded stays.
       * Anyone may call it; no key is needed.
       * May emit `payments.payment.cancelled`, `payments.payment.succeeded`, `payments.payment.failed`, `loyalty.coupon.reserved`, `loyalty.coupon.redeemed`, `loyalty.coupon.released`, `loyalty.coupon.rolledBack`, `loyalty.coupon.exhausted`, `loyalty.promotion.applied`, `loyalty.promotion.rolledBack`, `loyalty.promotion.exhausted`, `loyalty.promotion.updated`, `loyalty.tokens.spent`, `loyalty.tokens.granted`, `loyalty.tokens.released`, `loyalty.tokens.reversed`.
       * POST /public/pay/cancel
       */
      cancel: (input: PaymentsCheckoutCancelInput, options?: CallOptions): Promise<PaymentsCheckout> =>
        call.one(routes['payments.checkout.cancel'], input, options),
    },
    sandbox: {
      /**
       * Sandbox - Pay. Pays at the built-in test provider, which moves no money. The page of the sandbox submits it. Test cards: 4242424242424242, 5555555555554444, 4000000000000002, 4000000000009995, 4000000000000069, 4000002500003155, 4000000000000077, 4000000000000259, 4000000000001976, 4000000000007726, 4000000000005126.
       * Anyone may call it; no key is needed.
       * POST /public/sandbox/pay
       */
      pay: (input: PaymentsSandboxPayInput, options?: CallOptions): Promise<PaymentsSandboxPayOutput> =>
        call.one(routes['payments.sandbox.pay'], input, options),
    },
  }
}

const routes = {
  'payments.paymentLink.refundPayment': { id: 'payments.paymentLink.refundPayment', method: 'POST', path: '/api/payment/paymentLink/refundPayment', kind: 'create' },
  'payments.refund.all': { id: 'payments.refund.all', method: 'GET', path: '/api/payment/refund/all', kind: 'read' },
  'payments.refund.get': { id: 'payments.refund.get', method: 'GET', path: '/api/payment/refund/get', kind: 'read' },
  'payments.paymentLink.getPayments': { id: 'payments.paymentLink.getPayments', method: 'POST', path: '/api/payment/paymentLink/getPayments', kind: 'read' },
  'payments.payment.all': { id: 'payments.payment.all', method: 'GET', path: '/api/payment/payment/all', kind: 'read' },
  'payments.payment.get': { id: 'payments.payment.get', method: 'GET', path: '/api/payment/payment/get', kind: 'read' },
  'payments.paymentLink.create': { id: 'payments.paymentLink.create', method: 'POST', path: '/api/payment/paymentLink/create', kind: 'create' },
  'payments.paymentLink.update': { id: 'payments.paymentLink.update', method: 'PUT', path: '/api/payment/paymentLink/update', kind: 'write' },
  'payments.paymentLink.all': { id: 'payments.paymentLink.all', method: 'GET', path: '/api/payment/paymentLink/all', kind: 'read' },
  'payments.paymentLink.get': { id: 'payments.paymentLink.get', method: 'GET', path: '/api/payment/paymentLink/get', kind: 'read' },
  'payments.paymentLink.delete': { id: 'payments.paymentLink.delete', method: 'POST', path: '/api/payment/paymentLink/delete', kind: 'write' },
  'payments.provider.all': { id: 'payments.provider.all', method: 'GET', path: '/api/payment/provider/all', kind: 'read' },
  'payments.provider.get': { id: 'payments.provider.get', method: 'GET', path: '/api/payment/provider/get', kind: 'read' },
  'payments.provider.create': { id: 'payments.provider.create', method: 'POST', path: '/api/payment/provider/create', kind: 'create' },
  'payments.provider.update': { id: 'payments.provider.update', method: 'PUT', path: '/api/payment/provider/update', kind: 'write' },
  'payments.provider.check': { id: 'payments.provider.check', method: 'POST', path: '/api/payment/provider/check', kind: 'write' },
  'payments.provider.delete': { id: 'payments.provider.delete', method: 'POST', path: '/api/payment/provider/delete', kind: 'write' },
  'payments.checkout.quote': { id: 'payments.checkout.quote', method: 'POST', path: '/public/pay/quote', kind: 'read' },
  'payments.checkout.start': { id: 'payments.checkout.start', method: 'POST', path: '/public/pay/start', kind: 'bare' },
  'payments.checkout.get': { id: 'payments.checkout.get', method: 'GET', path: '/public/pay/get', kind: 'read' },
  'payments.checkout.refresh': { id: 'payments.checkout.refresh', method: 'POST', path: '/public/pay/refresh', kind: 'bare' },
  'payments.checkout.cancel': { id: 'payments.checkout.cancel', method: 'POST', path: '/public/pay/cancel', kind: 'bare' },
  'payments.sandbox.pay': { id: 'payments.sandbox.pay', method: 'POST', path: '/public/sandbox/pay', kind: 'bare' },
  'payments.reconciliation.all': { id: 'payments.reconciliation.all', method: 'GET', path: '/api/payment/reconciliation/all', kind: 'read' },
  'payments.reconciliation.get': { id: 'payments.reconciliation.get', method: 'GET', path: '/api/payment/reconciliation/get', kind: 'read' },
  'payments.reconciliation.update': { id: 'payments.reconciliation.update', method: 'PUT', path: '/api/payment/reconciliation/update', kind: 'write' },
  'payments.reconciliation.run': { id: 'payments.reconciliation.run', method: 'POST', path: '/api/payment/reconciliation/run', kind: 'write' },
  'payments.reconciliation.verify': { id: 'payments.reconciliation.verify', method: 'GET', path: '/api/payment/reconciliation/verify', kind: 'read' },
  'payments.paymentLink.getEmbedCode': { id: 'payments.paymentLink.getEmbedCode', method: 'POST', path: '/api/payment/paymentLink/getEmbedCode', kind: 'read' },
  'payments.paymentLink.preview': { id: 'payments.paymentLink.preview', method: 'POST', path: '/api/payment/paymentLink/preview', kind: 'read' },
} satisfies Record<string, Route>
