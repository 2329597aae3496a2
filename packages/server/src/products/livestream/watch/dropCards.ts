import type { Ctx } from '#kit/call/context.ts'
import { dropsPort, type StreamDrop } from '#kit/call/drops.ts'
import { discountText } from '#kit/values/discountText.ts'
import { html, type Html } from '#kit/values/html.ts'
import { viewersPort } from '#platform/auth/viewersPort.ts'
import { dropWords, type DropWords } from './dropWords.ts'

/** Paths and texts of the cards of live drops: `drops` of `WatchPage` in `packages/audience`. */
export type DropPaths = { accountId: string; signInPath: string; words: DropWords }

/** `path`: that of the page, which a sign-in leads back to. */
export function dropPaths(ctx: Ctx, { path, locale }: { path: string; locale: string }): DropPaths {
  const { publicId: accountId } = ctx.account
  const signInPath = `/signin/${accountId}?next=${encodeURIComponent(path)}`
  return { accountId, signInPath, words: dropWords(locale) }
}

/**
 * The cards of a stream's live drops, for the person who is signed in or anyone. The script counts down and
 * claims; it works with the elements by their `data-` names.
 */
export async function dropCardsHtml(
  ctx: Ctx,
  drops: readonly StreamDrop[],
  paths: DropPaths & { locale: string },
): Promise<Html | ''> {
  if (drops.length === 0) return ''
  const viewer = await ctx.port(viewersPort).current(ctx)
  const ids = drops.map(({ dropId }) => dropId)
  const claimed = viewer === undefined ? undefined : await ctx.port(dropsPort).claimedBy(ctx, viewer.contactId, ids)
  const card = (each: StreamDrop) =>
    cardHtml(each, {
      ...paths,
      isSignedIn: viewer !== undefined,
      isMine: claimed?.has(each.dropId) === true,
      walletPath,
    })
  const walletPath = `/wallet/${ctx.account.publicId}`
  return html`<section aria-label="${paths.words.title}" lang="${paths.words.language}">${drops.map(card)}</section>`
}

type Shown = DropPaths & { locale: string; isSignedIn: boolean; isMine: boolean; walletPath: string }

function cardHtml(drop: StreamDrop, of: Shown): Html {
  const { dropId, name, coupon, discounts, status, quantity, claimed, opensAt, endsAt } = drop
  const { words, locale, isSignedIn, isMine, walletPath, signInPath } = of
  const mine = isMine ? html` data-mine` : ''
  return html`<article class="drop" data-drop="${dropId}" data-status="${status}" data-quantity="${quantity}"
    data-claimed="${claimed}" data-opens="${opensAt}" data-ends="${endsAt}"${mine}>
    <h2><bdi>${name}</bdi></h2>
    ${coupon === name ? '' : html`<p><bdi>${coupon}</bdi></p>`}
    ${discounts.map((each) => html`<p data-discount>${discountText(each, locale)}</p>`)}
    <p class="small"><span data-left></span> <span data-clock></span> <span data-result></span></p>
    <p class="actions">
      ${
        isSignedIn
          ? html`<button type="button" class="button" data-take hidden>${words.take}</button>`
          : html`<a class="button" data-take href="${signInPath}">${words.signIn}</a>`
      }
      <a class="button quiet" data-wallet href="${walletPath}"${isMine ? '' : html` hidden`}>${words.wallet}</a>
    </p>
    <progress max="${quantity}" value="${claimed}" aria-hidden="true"></progress>
  </article>`
}
