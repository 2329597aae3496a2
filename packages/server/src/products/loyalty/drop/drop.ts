import { dateTime, defaulted, idOf, nameLine, optional, refTo, required, whole } from '#kit/values/fields.ts'
import { resource, type Stored } from '#kit/nouns/resource.ts'
import { dropCreated, dropDeleted, dropEnded, dropFull, dropOpened, dropUpdated } from '#products/loyalty/facts.ts'

/** A drop as the store returns it. */
export type Drop = Stored<typeof drop>

/** Longest time for which a drop is open. */
export const secondsMax = 3_600

const isFixed = { access: { isFixed: true } } as const
const isSet = { access: { isReadOnly: true } } as const

/** Coupons for the first viewers of a live stream who tap within some seconds. */
export const drop = resource({
  id: 'loyalty.drop',
  title: 'Live drop',
  description:
    'Live drops: a coupon for the first viewers of a stream who tap in time, exactly as many as it has coupons',
  table: 'loyalty_drop',
  idKey: 'dropId',
  prefix: 'drp',
  states: { scheduled: ['open', 'ended'], open: ['full', 'ended'], full: [], ended: [] },
  initial: 'scheduled',
  actions: { end: { from: ['scheduled', 'open'], to: 'ended', description: 'no viewer gets the coupon any longer.' } },
  countMax: Number.POSITIVE_INFINITY,
  fields: {
    name: required(
      nameLine(120, { description: 'Name of the drop, as viewers see it.', examples: ['First hundred'] }),
      isFixed,
    ),
    streamId: required(idOf('str', { description: 'Live stream whose page shows it.' }), {
      storage: refTo('livestream.stream', 'str'),
      ...isFixed,
    }),
    couponId: required(idOf('cpn', { description: 'Coupon of which each of the viewers gets a copy for one use.' }), {
      storage: refTo('loyalty.coupon', 'cpn'),
      ...isFixed,
    }),
    quantity: required(whole(1, 100_000, { description: 'Viewers who get the coupon.' }), isFixed),
    seconds: required(whole(5, secondsMax, { description: 'Seconds for which it is open.' }), isFixed),
    opensAt: defaulted(dateTime({ description: 'Moment at which it opens; at once when left out.' }), '', isFixed),
    endsAt: defaulted(dateTime({ description: 'Moment at which its time is over.' }), '', isSet),
    closedAt: optional(dateTime({ description: 'Moment at which it was full or ended; null before.' }), isSet),
    claimed: defaulted(whole(0, 100_000, { description: 'Viewers who got it.' }), 0, isSet),
  },
  facts: {
    created: dropCreated,
    updated: dropUpdated,
    deleted: dropDeleted,
    moved: { open: dropOpened, full: dropFull, ended: dropEnded },
  },
})
