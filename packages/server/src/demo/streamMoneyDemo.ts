import type { Filling } from './demo.ts'
import type { Buyer } from './demoHistory.ts'
import { pierStream } from './videoData.ts'

const minuteMs = 60_000
const claimCount = 7

/** Creates a payment link and two live drops of the stream, and sells the mug beside a video. */
export async function fillStreamMoney(filling: Filling): Promise<void> {
  const { id } = await filling.call('livestream.stream.get', { clientReference: `demo:${pierStream.reference}` })
  const streamId = String(id)
  await filling.make('payments.paymentLink.create', 'link:stream', {
    title: 'A coin for the lantern keepers',
    currency: 'EUR',
    amountMode: 'customer',
    customerAmount: { min: 200, max: 20_000, preset: 500 },
    streamId,
  })
  await makeDrops(filling, streamId)
  await sellMug(filling)
}

/** A drop that is open for an hour, partly claimed, and one that opens while the demo is looked at. */
async function makeDrops(filling: Filling, streamId: string): Promise<void> {
  const { make, now } = filling
  const discount = { type: 'percent', percentOff: 20 }
  const couponId = await make('loyalty.coupon.create', 'coupon:drop', { name: '20 % off at the pier bar', discount })
  const drop = { streamId, couponId }
  const open = { ...drop, name: 'Tonight at the pier', quantity: 50, seconds: 3_600 }
  await claim(filling, await make('loyalty.drop.create', 'drop:open', open))
  const opensAt = new Date(now().getTime() + 4 * minuteMs).toISOString()
  const next = { ...drop, name: 'The first ten', quantity: 10, seconds: 300, opensAt }
  await make('loyalty.drop.create', 'drop:next', next)
}

async function claim({ call, ctx }: Filling, dropId: string): Promise<void> {
  const { items } = await call('marketing.contact.all', { limit: claimCount, status: ['subscribed'] })
  // cast: a list of contacts has ids.
  for (const { id: contactId } of Object(items) as Buyer[]) {
    const { token: viewerToken } = await call('account.viewer.createToken', { contactId })
    await call('loyalty.wallet.claimDrop', { accountId: ctx.account.publicId, dropId, viewerToken })
  }
}

/** Shows the mug on the page of the first video. */
async function sellMug({ call }: Filling): Promise<void> {
  const video = await call('livestream.static.get', { clientReference: 'demo:video:0' })
  const link = await call('payments.paymentLink.get', { clientReference: 'demo:link:mug' })
  for (const [locale, label] of [
    ['en', 'Festival mug'],
    ['de', 'Becher des Festivals'],
  ] as const) {
    const sheet = await call('livestream.details.get', {
      clientReference: `demo:details:${String(video['id'])}:${locale}`,
    })
    const products = [{ label, paymentLinkId: link['id'], atSeconds: 12 }]
    await call('livestream.details.update', { detailsId: sheet['id'], products })
  }
}
