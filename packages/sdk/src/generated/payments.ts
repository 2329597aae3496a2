// Generated from the operations by `npm run gen`. Changes here are lost.
import type { Call, Route } from '../call.ts'
import type { ListPages } from '../pages.ts'
import type { CallOptions } from '../settings.ts'
import type { Deleted, PaymentLink, PaymentLinkCreateInput, PaymentLinkCreateOutput, PaymentLinkDeleteInput, PaymentLinkList, PaymentLinkUpdateInput, PaymentProvider, PaymentProviderCheckInput, PaymentProviderCheckOutput, PaymentProviderCreateInput, PaymentProviderCreateOutput, PaymentProviderDeleteInput, PaymentProviderList, PaymentProviderUpdateInput, PaymentLinkListInput, PaymentLinkGetInput, PaymentProviderListInput, PaymentProviderGetInput } from './schemas.ts'

/** Payments: Payment links: pages that take payments, by card and more, with refunds and daily reconciliation. */
export function payments(call: Call) {
  return {
    paymentLink: {
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
       * Payment link - Get. Gets one of payment links: pages that take payments of products or of an amount that the payer chooses.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.paymentLink:read`. Accounts: Business, Streamer, Personal.
       * GET /api/payment/paymentLink/get
       */
      get: (input: PaymentLinkGetInput = {}, options?: CallOptions): Promise<PaymentLink> =>
        call.one(routes['payments.paymentLink.get'], input, options),

      /**
       * Payment link - Delete. Deletes a payment link. Its payments stay, and those that run may still succeed.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.paymentLink:write`. Accounts: Business, Streamer, Personal.
       * May emit `payments.paymentLink.deleted`.
       * POST /api/payment/paymentLink/delete
       */
      delete: (input: PaymentLinkDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['payments.paymentLink.delete'], input, options),
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
       * Payment Providers - Create. Creates a payment provider. The keys are checked at Stripe, sealed and never returned. Put `webhookUrl` into the settings of the provider, so that it reports payments. A test account has the sandbox alone.
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
       * Payment Providers - Check. Checks the keys of a payment provider at its company. Keys that are refused move it to `error`, and keys that work to `active`; `lastError` says why. A company that is not reached changes no state.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.provider:write`. Accounts: Business, Streamer, Personal.
       * May emit `payments.provider.updated`, `payments.provider.failed`, `payments.provider.recovered`.
       * POST /api/payment/provider/check
       */
      check: (input: PaymentProviderCheckInput, options?: CallOptions): Promise<PaymentProviderCheckOutput> =>
        call.one(routes['payments.provider.check'], input, options),

      /**
       * Payment Providers - Delete. Deletes one of payment providers: companies that take payments, with your keys.
       * Needs a secret or restricted key; a restricted one needs the scope `payments.provider:write`. Accounts: Business, Streamer, Personal.
       * May emit `payments.provider.deleted`.
       * POST /api/payment/provider/delete
       */
      delete: (input: PaymentProviderDeleteInput, options?: CallOptions): Promise<Deleted> =>
        call.one(routes['payments.provider.delete'], input, options),
    },
  }
}

const routes = {
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
} satisfies Record<string, Route>
