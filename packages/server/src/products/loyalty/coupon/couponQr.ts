import { problem, reasons } from '#kit/call/problem.ts'
import { idOf } from '#kit/values/fields.ts'
import { htmlText } from '#kit/values/html.ts'
import { page } from '#kit/nouns/page.ts'
import { closed } from '#kit/nouns/standard.ts'
import { qrSvg } from '#platform/qr/qrSvg.ts'
import { coupon } from './coupon.ts'

/** QR code of one coupon, for mails and paper. The id of the coupon is the credential: it has 62 random bits. */
export const pages = [
  page('loyalty.couponQr', {
    route: 'GET /coupon/{couponId}/qr.svg',
    title: 'QR code of a coupon',
    description: 'The code of a coupon as a QR code in SVG: to redeem it at a door, scan it.',
    input: closed({ couponId: idOf('cpn') }),
    isForMachines: true,
    async handle(ctx, { couponId }) {
      const found = await ctx.store.find(coupon, couponId)
      if (found === undefined) throw problem(reasons.notFound)
      return { text: htmlText(qrSvg(found.code, 'QR code')), type: 'image/svg+xml' }
    },
  }),
]
