import type { Ctx } from '#kit/call/context.ts'
import type { PersonalCoupon } from '#kit/call/coupons.ts'
import type { Receipt } from '#kit/call/purchases.ts'
import type { TokenBalance } from '#kit/call/rewards.ts'
import { page, type FormState, type Visitor } from '#kit/nouns/page.ts'
import { closed } from '#kit/nouns/standard.ts'
import { formatMoney } from '#kit/values/currencyExponent.ts'
import { discountText } from '#kit/values/discountText.ts'
import { accountId, flag, whole } from '#kit/values/fields.ts'
import { html, type Html } from '#kit/values/html.ts'
import { Type } from '#kit/values/schema.ts'
import { viewersPort } from '#platform/auth/viewersPort.ts'
import { qrSvg } from '#platform/qr/qrSvg.ts'
import { randomText } from '#platform/secrets/randomText.ts'
import { takeOwnPerk } from './takePerk.ts'
import { historyPagesMax, readWallet, type FormerCoupon, type Movement, type Perk, type Wallet } from './walletRead.ts'
import { walletWords, type WalletWords } from './walletWords.ts'

const attemptBytes = 12

/** The wallet of a signed-in member of the audience: tokens, coupons, perks and history. It works without scripts. */
export const pages = [
  page('loyalty.wallet', {
    route: 'GET /wallet/{accountId}',
    title: 'Wallet',
    description: 'Balances, coupons with QR codes, perks and history of the person who is signed in.',
    input: closed({
      accountId: accountId(),
      p: Type.Optional(whole(1, historyPagesMax, { description: 'Page of the history, the newest first.' })),
      taken: Type.Optional(flag({ description: 'Whether a perk was taken just now.' })),
    }),
    form: {
      submits: takeOwnPerk,
      fields: ['rewardId', 'attempt'],
      inputOf: (input) => ({ accountId: input.accountId }),
      pathAfter: (_output, input) => `/wallet/${input.accountId}?taken=1`,
    },
    async handle(ctx, { taken = false, p = 1 }, visitor) {
      const viewer = await ctx.port(viewersPort).current(ctx)
      const path = `/wallet/${ctx.account.publicId}`
      if (viewer === undefined) return { redirect: `/signin/${ctx.account.publicId}?next=${encodeURIComponent(path)}` }
      const wallet = await readWallet(ctx, viewer.contactId, p)
      const words = walletWords(visitor.languages[0] ?? ctx.account.language)
      const shown = viewOf(ctx, { words, visitor })
      return {
        html: walletHtml({ ...shown, path, taken, historyPage: p }, wallet),
        title: words.title(ctx.account.name),
        language: words.language,
        isIndexed: false,
      }
    },
  }),
]

/** Words and forms of numbers, money and days of one visitor. */
type View = {
  words: WalletWords
  /** Tag of the visitor in the language of the words. */
  language: string
  title: string
  signOutPath: string
  state: FormState
  count(amount: bigint | number): string
  money(amount: bigint, currency: string): string
  day(at: string): Html
}

function viewOf(ctx: Ctx, { words, visitor }: { words: WalletWords; visitor: Visitor }): View {
  // The region of the visitor decides how numbers look where it speaks the language of the page.
  const language = visitor.languages.find((tag) => tag.startsWith(words.language)) ?? words.language
  const numbers = new Intl.NumberFormat(language)
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: ctx.account.timeZone })
  return {
    words,
    language,
    title: words.title(ctx.account.name),
    signOutPath: `/signout/${ctx.account.publicId}`,
    state: visitor.form(),
    count: (amount) => numbers.format(amount),
    money: (amount, currency) => formatMoney({ amount, currency }, language),
    day: (at) => html`<time datetime="${at}">${days.format(new Date(at))}</time>`,
  }
}

type Shown = View & { path: string; taken: boolean; historyPage: number }

function walletHtml(view: Shown, wallet: Wallet): Html {
  const { words, state } = view
  const hasNoCoupon = wallet.coupons.length + wallet.ahead.length === 0
  const hasNoHistory = wallet.history.length === 0 && view.historyPage === 1
  const refusal = state.message === undefined ? undefined : (words.refusals[state.reason ?? ''] ?? words.failed)
  const notice =
    refusal !== undefined
      ? html`<p class="complaint" role="alert">${refusal}</p>`
      : view.taken
        ? html`<p class="success" role="status">${words.taken(takenPerk(view, wallet))}</p>`
        : ''
  return html`<main class="wallet">
    <header>
      <h1>${view.title}</h1>
      <p class="small">
        ${wallet.email === null ? '' : words.known(wallet.email)} <a href="${view.signOutPath}">${words.signOut}</a>
      </p>
      ${notice}
    </header>
    ${section(words.balances, wallet.balances.length === 0 ? words.noBalances : balancesHtml(view, wallet.balances))}
    ${section(words.coupons, hasNoCoupon ? words.noCoupons : couponsHtml(view, wallet))}
    ${wallet.former.length === 0 ? '' : section(words.former, formerHtml(view, wallet.former))}
    ${wallet.perks.length === 0 ? '' : section(words.perks, perksHtml(view, wallet))}
    ${wallet.receipts.length === 0 ? '' : section(words.receipts, receiptsHtml(view, wallet.receipts))}
    ${section(words.history, hasNoHistory ? words.noHistory : historyHtml(view, wallet))}
  </main>`
}

/** Name of the perk that was taken last, by the history: the address alone proves nothing at a counter. */
function takenPerk({ historyPage }: Shown, { history }: Wallet): string | undefined {
  return historyPage === 1
    ? history.find(({ kind, reward }) => kind === 'spend' && reward !== undefined)?.reward
    : undefined
}

function section(title: string, content: Html | string): Html {
  return html`<section>
    <h2>${title}</h2>
    ${typeof content === 'string' ? html`<p class="small">${content}</p>` : content}
  </section>`
}

function balancesHtml(view: View, balances: readonly TokenBalance[]): Html {
  const { words, count } = view
  const item = ({ token, available, pending, held, expiringNext }: TokenBalance) => html`<li class="wallet-card">
    <p class="wallet-sum"><strong>${count(available)}</strong> ${token}</p>
    ${pending === 0n ? '' : html`<p class="small">${words.pending(count(pending))}</p>`}
    ${held === 0n ? '' : html`<p class="small">${words.held(count(held))}</p>`}
    ${
      expiringNext === null
        ? ''
        : html`<p class="small">${words.expiring(count(expiringNext.amount))} ${view.day(expiringNext.at)}</p>`
    }
  </li>`
  return html`<ul class="wallet-list">
    ${balances.map(item)}
  </ul>`
}

function couponsHtml(view: View, { coupons, ahead }: Wallet): Html {
  return html`<ul class="wallet-list">
    ${coupons.map((each) => couponHtml(view, each, true))} ${ahead.map((each) => couponHtml(view, each, false))}
  </ul>`
}

/** A coupon. One that begins later has no code to show at a counter yet. */
function couponHtml(view: View, coupon: PersonalCoupon, isUsable: boolean): Html {
  const { words } = view
  const { code, title, startsAt, expiresAt, discounts } = coupon
  return html`<li class="wallet-card${isUsable ? ' wallet-coupon' : ''}">
    ${isUsable ? qrSvg(code, words.qr(code)) : ''}
    <div>
      <h3>${title}</h3>
      ${discounts.map((each) => html`<p>${discountText(each, view.language)}</p>`)}
      ${
        isUsable
          ? html`<p class="small">${words.code} <code>${code}</code></p>`
          : html`<p class="small">${words.from} ${view.day(startsAt)}</p>`
      }
      ${expiresAt === null ? '' : html`<p class="small">${words.until} ${view.day(expiresAt)}</p>`}
    </div>
  </li>`
}

function formerHtml(view: View, former: readonly FormerCoupon[]): Html {
  const { words } = view
  return html`<ul class="wallet-rows">
    ${former.map(
      ({ name, code, at, isUsed }) => html`<li>
        <span>${name} <code>${code}</code></span>
        <span class="small">${isUsed ? words.used : words.expired} ${view.day(at)}</span>
      </li>`,
    )}
  </ul>`
}

function receiptsHtml(view: View, receipts: readonly Receipt[]): Html {
  const { words, money } = view
  return html`<ul class="wallet-rows">
    ${receipts.map(
      ({ url, title, paidAt, paid, refunded }) => html`<li>
        <span><a href="${url}">${title}</a> <span class="small">${view.day(paidAt)}</span></span>
        <span>
          ${money(paid.amount, paid.currency)}
          ${
            refunded.amount === 0n
              ? ''
              : html`<span class="small">${words.refunded(money(refunded.amount, refunded.currency))}</span>`
          }
        </span>
      </li>`,
    )}
  </ul>`
}

function perksHtml(view: Shown, { perks, balances }: Wallet): Html {
  const held = new Map(balances.map(({ token, available }) => [token, available]))
  return html`<ul class="wallet-list">
    ${perks.map((perk) => perkHtml(view, perk, held.get(perk.token) ?? 0n))}
  </ul>`
}

function perkHtml({ words, count, state, path }: Shown, perk: Perk, held: bigint): Html {
  const isShort = held < perk.cost
  const why = perk.isTaken ? words.takenOften : perk.isSoldOut ? words.soldOut : isShort ? words.tooFew : undefined
  const action =
    why !== undefined
      ? html`<p class="small">${why}</p>`
      : html`<form method="post" action="${path}" accept-charset="utf-8">
          <input type="hidden" name="csrf" value="${state.csrf}">
          <input type="hidden" name="rewardId" value="${perk.rewardId}">
          <input type="hidden" name="attempt" value="${randomText(attemptBytes)}">
          <button class="button" aria-label="${words.take}: ${perk.name}">${words.take}</button>
        </form>`
  return html`<li class="wallet-card">
    <h3>${perk.name}</h3>
    <p>${words.cost(count(perk.cost), perk.token)}</p>
    ${action}
  </li>`
}

/** The thing that moved the tokens: the purchase with its receipt, the reward, else the name that the shop gave it. */
function aboutHtml({ receipt, reward, ordered }: Movement): Html | undefined {
  if (receipt !== undefined) return html`: <a href="${receipt.url}">${receipt.title}</a>`
  const name = reward ?? ordered
  return name === undefined ? undefined : html`: <bdi>${name}</bdi>`
}

function historyHtml(view: Shown, { history, hasOlder }: Wallet): Html {
  const { words, count, path, historyPage } = view
  const link = (page: number, text: string) => html`<a href="${path}?p=${page}">${text}</a>`
  return html`<table class="wallet-history">
    <thead>
      <tr>
        <th scope="col">${words.when}</th>
        <th scope="col">${words.what}</th>
        <th scope="col">${words.amount}</th>
      </tr>
    </thead>
    <tbody>
      ${history.map(
        (move) => html`<tr>
          <td>${view.day(move.at)}</td>
          <td>${words.kinds[move.kind] ?? words.change}${aboutHtml(move)}</td>
          <td>${move.amount > 0n ? '+' : ''}${count(move.amount)} ${move.token}</td>
        </tr>`,
      )}
    </tbody>
  </table>
    ${
      historyPage > 1 || hasOlder
        ? html`<p class="small wallet-pages">
            ${historyPage > 1 ? link(historyPage - 1, words.newer) : ''}
            ${hasOlder ? link(historyPage + 1, words.older) : ''}
          </p>`
        : ''
    }`
}
