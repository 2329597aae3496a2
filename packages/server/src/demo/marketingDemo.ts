import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { campaign } from '#products/marketing/campaign/campaign.ts'
import { starters } from '#products/marketing/template/templateStarters.ts'
import { rowId } from '#products/marketing/rowId.ts'
import type { Filling } from './demo.ts'

const contactCount = 5_000
const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Contacts that wait in each automation. */
const enrolledCount = 60

const firstNames = 'Mira Jonas Lena Emil Aylin Noah Greta Finn Clara Ben Ida Luca Nora Paul Zoe Max Elif Tom Mia Jan'
const lastNames = 'Sander Behr Winter Kaya Lange Vogt Petersen Roth Ahrens Nowak Brandt Suhr Becker Yilmaz Groth Klein'

/** Creates 5,000 contacts with a history, segments, templates, a sent campaign and two automations at work. */
export async function fillMarketing(filling: Filling): Promise<void> {
  const { make, call } = filling
  await make('marketing.topic.create', 'topic:programme', { key: 'programme', name: 'Programme', isDefault: true })
  await make('marketing.topic.create', 'topic:offers', { key: 'offers', name: 'Offers' })
  await fillContacts(filling)
  await filling.analyze(['marketing_contact', 'marketing_event'])
  await makeSegments(filling)
  const templateIds: string[] = []
  for (const { key, description: _, preheader, ...starter } of starters.slice(0, 4)) {
    const draft = preheader === '' ? starter : { ...starter, preheader }
    templateIds.push(await make('marketing.template.create', `template:${key}`, { ...draft, topic: 'programme' }))
  }
  await sendCampaign(filling, templateIds[1])
  await call('marketing.leadScore.update', { model: scoreModel, recompute: 'full' })
  await startAutomations(filling, templateIds[0])
}

const scoreModel = {
  rules: [
    {
      ruleId: 'watched',
      name: 'Watched a stream',
      when: { event: 'livestream.stream.watched' },
      points: 5,
      score: 'engagement',
    },
    {
      ruleId: 'ordered',
      name: 'Placed an order',
      when: { event: 'shop.order.placed' },
      points: 20,
      score: 'engagement',
    },
  ],
  decay: { halfLife: 'P30D' },
}

/** Writes contacts, their consents and their events of 90 days directly: one by one they would take half a minute. */
async function fillContacts({ ctx, now }: Filling): Promise<void> {
  const at = now().toISOString()
  await ctx.atomic(async (inner) => {
    const own = [inner.account.id, at, contactCount]
    await inner.db.rows(insertContacts, [...own, firstNames.split(' '), lastNames.split(' ')])
    await inner.db.rows(insertAttributes, [inner.account.id])
    await inner.db.rows(insertConsents, [inner.account.id])
    await inner.db.rows(insertEvents, [inner.account.id, at])
  })
}

async function makeSegments({ make }: Filling): Promise<void> {
  const segments = {
    Regulars: { event: 'livestream.stream.watched', count: { is: 'gte', value: 2 }, within: 'P30D' },
    'Buyers in German': {
      op: 'and',
      of: [
        { event: 'shop.order.placed', within: 'P90D' },
        { field: 'country', is: 'in', value: ['DE', 'AT', 'CH'] },
      ],
    },
    'Members with a big plan': { field: 'attributes.seats', is: 'gte', value: 8 },
    'Quiet for a month': {
      op: 'not',
      of: { event: 'livestream.stream.watched', within: 'P30D' },
    },
  }
  for (const [name, filter] of Object.entries(segments)) {
    await make('marketing.segment.create', `segment:${name}`, { name, filter })
  }
}

/** A campaign that was sent two days ago, with its messages, opens, clicks and departures. */
async function sendCampaign({ make, ctx, now }: Filling, templateId: string | undefined): Promise<void> {
  const id = await make('marketing.campaign.create', 'campaign:programme', {
    name: 'The programme is out',
    templateId,
    topic: 'programme',
    audience: { tags: ['festival'] },
    variables: { headline: 'The programme is out', issue: 'HARBOUR LIGHTS' },
  })
  const startedMs = now().getTime() - 2 * dayMs
  const [startedAt, finishedAt] = [startedMs, startedMs + hourMs].map((ms) => new Date(ms).toISOString())
  await ctx.atomic(async (inner) => {
    const started = { startedAt, frozenAt: startedAt, templateVersion: 1 }
    await inner.store.update(campaign, id, { status: 'sending', isSilent: true, patch: started })
    const template = templateId === undefined ? null : rowId('tpl', templateId)
    const values = [inner.account.id, rowId('cmp', id), startedAt, template, now().toISOString()]
    await inner.db.rows(insertMessages, values)
    await inner.store.update(campaign, id, { status: 'sent', isSilent: true, patch: { finishedAt } })
  })
}

/** Two automations, each with contacts on their way. */
async function startAutomations({ make, call, ctx }: Filling, templateId: string | undefined): Promise<void> {
  const welcome = await make('marketing.automation.create', 'automation:welcome', {
    name: 'Welcome',
    status: 'active',
    trigger: { type: 'contactCreated' },
    entry: { reEntry: 'never' },
    nodes: [
      { nodeId: 'pause', type: 'delay', for: 'P1D', next: 'hello' },
      { nodeId: 'hello', type: 'sendEmail', templateId, next: 'wait' },
      { nodeId: 'wait', type: 'delay', for: 'P5D', next: 'kind' },
      {
        nodeId: 'kind',
        type: 'branch',
        cases: [{ when: { field: 'attributes.plan', is: 'eq', value: 'pro' }, next: 'vip' }],
        else: 'done',
      },
      { nodeId: 'vip', type: 'addScore', points: 10, reason: 'A member stayed a week', next: 'done' },
      { nodeId: 'done', type: 'updateContact', addTags: ['welcomed'] },
    ],
  })
  const unpaid = await make('marketing.automation.create', 'automation:unpaid', {
    name: 'Unpaid orders',
    status: 'active',
    trigger: { type: 'event', event: 'shop.order.placed' },
    entry: { reEntry: 'afterExit' },
    nodes: [
      {
        nodeId: 'paid',
        type: 'waitFor',
        event: { name: 'shop.order.paid' },
        timeout: 'P1D',
        timeoutNext: 'remind',
      },
      { nodeId: 'remind', type: 'updateContact', addTags: ['reminded'] },
    ],
  })
  const rows = await ctx.db.rows(findSome, [ctx.account.id, 2 * enrolledCount])
  const ids = rows.map(({ id }) => encodeId('con', ctx.account.id, id))
  await call('marketing.automation.enrol', { automationId: welcome, contactIds: ids.slice(0, enrolledCount) })
  await call('marketing.automation.enrol', { automationId: unpaid, contactIds: ids.slice(enrolledCount) })
}

/** Contacts whose names, countries and attributes depend on their number alone. */
const insertContacts = statement(
  'marketing_contact.fillDemo',
  'account',
  `insert into marketing_contact (account_id, id, status, version, created_at, updated_at, metadata, email, email_key,
     external_id, first_name, last_name, name_key, locale, timezone, country, attributes, tags, topics,
     tracking_disabled)
   select $1, md5($1::bigint || ' demo contact ' || n)::uuid,
     case when n % 25 = 7 then 'unsubscribed' when n % 60 = 11 then 'bounced' when n % 90 = 13 then 'pending'
       else 'subscribed' end,
     1, p.at, p.at, '{}', p.email, p.email, 'guest-' || n, p.first, p.last, lower(p.last || ' ' || p.first),
     case when n % 5 = 4 then 'en' else 'de' end, 'Europe/Berlin',
     (array['DE', 'DE', 'DE', 'AT', 'CH', 'NL', 'FR'])[1 + n % 7],
     jsonb_build_object('plan', case when n % 4 = 0 then 'pro' else 'free' end, 'seats', 1 + n % 12),
     case when n % 3 = 0 then array['festival'] when n % 11 = 0 then array['festival', 'press'] else '{}' end,
     case when n % 6 = 5 then '{}' else array['programme'] end, false
   from generate_series(1, $3::integer) n
   cross join lateral (select $2::timestamptz - make_interval(days => 1 + (n * 7) % 400) as at,
     ($4::text[])[1 + n % cardinality($4::text[])] as first,
     ($5::text[])[1 + (n / 7) % cardinality($5::text[])] as last) q
   cross join lateral (select q.*, lower(q.first || '.' || q.last) || '.' || n || '@example.com' as email) p
   on conflict do nothing`,
)

const insertAttributes = statement(
  'marketing_attribute.fillDemo',
  'account',
  `insert into marketing_attribute (account_id, name) values ($1, 'plan'), ($1, 'seats') on conflict do nothing`,
)

const insertConsents = statement(
  'marketing_consent.fillDemo',
  'account',
  `insert into marketing_consent (account_id, contact_id, at, id, kind, source, wording)
   select account_id, id, created_at, md5(id || ' consent')::uuid, 'optIn', 'festival web site',
     'Yes, write to me about the festival.'
   from marketing_contact where account_id = $1 and external_id like 'guest-%' and status <> 'pending'
   on conflict do nothing`,
)

/** Up to five events of each contact over 90 days. */
const insertEvents = statement(
  'marketing_event.fillDemo',
  'account',
  `insert into marketing_event (account_id, contact_id, at, id, name, subject, properties)
   select c.account_id, c.id, $2::timestamptz - make_interval(hours => 1 + (c.n * 37 + k * 391) % 2160),
     md5(c.id || ' event ' || k)::uuid,
     case when (c.n + k) % 4 = 0 then 'shop.order.placed' else 'livestream.stream.watched' end, null,
     case when (c.n + k) % 4 = 0 then jsonb_build_object('total', 1500 + (c.n * 13 + k * 700) % 9000)
       else jsonb_build_object('minutes', 3 + (c.n * 7 + k * 11) % 90) end
   from (select account_id, id, substring(external_id from 7)::integer as n from marketing_contact
     where account_id = $1 and external_id like 'guest-%') c
   cross join generate_series(1, 5) k where (c.n + k) % 3 > 0
   on conflict do nothing`,
)

/** Messages of the sent campaign: bounces, opens of people and machines, clicks and departures in usual shares. */
const insertMessages = statement(
  'marketing_message.fillDemo',
  'account',
  `insert into marketing_message (account_id, id, campaign_id, contact_id, channel, address, address_key, template_id,
     template_version, topic, key, state, skip_reason, bounce_kind, attempts, due_at, created_at, attempted_at,
     sent_at, opened_at, clicked_at, machine_opened_at, unsubscribed_at, bounced_at, told_at, reply)
   select $1, md5($2::uuid || ' ' || m.id)::uuid, $2::uuid, m.id, 'email', m.email, m.email, $4::uuid, 1, 'programme',
     'campaign ' || $2::uuid || ' ' || m.id, m.state, m.skip_reason,
     case when m.state = 'bounced' then 'hard' end, case when m.state = 'skipped' then 0 else 1 end,
     $3::timestamptz, $3::timestamptz, case when m.state <> 'skipped' then m.at end,
     case when m.state = 'sent' then m.at end,
     case when m.state = 'sent' and m.n % 100 < 41 then least(m.later, $5::timestamptz) end,
     case when m.state = 'sent' and m.n % 100 < 11
       then least(m.later + interval '40 seconds', $5::timestamptz) end,
     case when m.state = 'sent' and m.n % 5 = 0 then m.at + interval '4 seconds' end,
     case when m.state = 'sent' and m.status = 'unsubscribed' then least(m.later, $5::timestamptz) end,
     case when m.state = 'bounced' then m.at end, case when m.state = 'sent' then m.at end,
     case m.state when 'bounced' then '550 5.1.1 No such mailbox' when 'sent' then '250 2.0.0 OK' end
   from (select c.*, substring(c.external_id from 7)::integer / 3 as n,
       case when c.status = 'bounced' then 'bounced' when c.status = 'pending' then 'skipped'
         when not 'programme' = any(c.topics) then 'skipped' else 'sent' end as state,
       case when c.status = 'bounced' then null when c.status = 'pending' then 'pending'
         when not 'programme' = any(c.topics) then 'topic' end as skip_reason,
       $3::timestamptz + make_interval(secs => substring(c.external_id from 7)::integer % 3400) as at,
       $3::timestamptz + make_interval(mins => (substring(c.external_id from 7)::integer * 53) % 2700) as later
     from marketing_contact c
     where c.account_id = $1 and c.external_id like 'guest-%' and 'festival' = any(c.tags)) m
   on conflict do nothing`,
)

const findSome = statement(
  'marketing_contact.findDemo',
  'account',
  `select id from marketing_contact
   where account_id = $1 and external_id like 'guest-%' and status = 'subscribed'
   order by created_at desc, id limit $2`,
)
