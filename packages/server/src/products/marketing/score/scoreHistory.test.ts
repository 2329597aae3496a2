import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomOf } from '#test/world/random.ts'
import { isThorough } from '#test/world/thorough.ts'
import { world, type World } from '#test/world/world.ts'
import { schedules } from './scoreClock.ts'

const get = 'marketing.leadScore.get'
const update = 'marketing.leadScore.update'
const hourMs = 3_600_000
const thresholds = [
  { name: 'warm', min: 25 },
  { name: 'hot', min: 50 },
  { name: 'mql', min: 80 },
]

type Rule = { ruleId: string; event: string; score: Name; points: number; cap?: Cap; expiresHours?: number }
type Cap = { max: number; hours: number }
type Name = 'fit' | 'engagement'
type Part = { score: Name; points: number; atMs: number; untilMs: number }
type Person = { id: string; isTagged: boolean; events: { name: string; atMs: number }[]; manual: Part[] }
type Model = {
  rules: Rule[]
  spans: { fromMs: number; hours: number | null }[]
  floor: number
  bounds: { min: number; max: number }
}

/** A history of random calls beside a second account of it, which computes scores by the formula alone. */
class History {
  readonly #w: World
  readonly #random: () => number
  #model: Model = { rules: [], spans: [], floor: 0, bounds: { min: 0, max: 1_000 } }
  #people: Person[] = []
  readonly #crossed = new Map<string, Record<string, unknown>>()

  constructor(w: World, seed: number) {
    this.#w = w
    this.#random = randomOf(seed)
  }

  async run(steps: number): Promise<void> {
    await this.#remodel(true)
    for (let made = 0; made < 4; made += 1) await this.#make(made)
    for (let step = 0; step < steps; step += 1) {
      await this.#step(4 + step)
      await this.#check(`step ${step}`)
    }
    await this.#checkFacts()
  }

  async #step(step: number): Promise<void> {
    const person = this.#one(this.#people)
    const dice = this.#random()
    if (dice < 0.45) await this.#track(person)
    else if (dice < 0.6) await this.#give(person)
    else if (dice < 0.7) await this.#tag(person)
    else if (dice < 0.9) this.#w.clock.advance(Math.round(this.#random() ** 3 * 400 * hourMs) + 1)
    else if (dice < 0.94) await this.#remodel(this.#random() < 0.5)
    else if (dice < 0.98) await this.#merge(step)
    else await this.#erase(person, step)
    await this.#settle()
  }

  async #settle(): Promise<void> {
    await this.#w.settle()
    for (const each of schedules) await each.run(this.#w.app.operatorCtx(this.#w.account.account, each.name))
    await this.#w.settle()
    // Facts are kept for some weeks, and those of an erased contact lose their payload.
    const { rows } = await this.#w.app.pools.work.query(
      `select id, payload from account_outbox where name = 'marketing.leadScore.thresholdCrossed' and kind = 'fact'
       order by told_at, id`,
    )
    for (const { id, payload } of rows) if (!this.#crossed.has(id)) this.#crossed.set(id, JSON.parse(payload))
  }

  #one<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.#random() * list.length)]
    assert.ok(found !== undefined)
    return found
  }

  get #nowMs(): number {
    return this.#w.clock.now().getTime()
  }

  async #make(number: number): Promise<void> {
    const { id } = await this.#w.call('marketing.contact.create', { email: `c${number}@example.com` })
    const person: Person = { id, isTagged: false, events: [], manual: [] }
    this.#people.push(person)
    await this.#w.call(update, { contactId: id, delta: 1, reason: 'Here' })
    person.manual.push({ score: 'engagement', points: 1, atMs: this.#nowMs, untilMs: Infinity })
  }

  async #track({ id, events }: Person): Promise<void> {
    const sent = Array.from({ length: 1 + Math.floor(this.#random() * 4) }, () => ({
      name: this.#one(['app.opened', 'app.closed']),
      atMs: this.#nowMs - (this.#random() < 0.5 ? 0 : Math.round(this.#random() ** 2 * 200 * hourMs)),
    }))
    events.push(...sent)
    const tracked = sent.map(({ name, atMs }) => ({ name, contactId: id, at: new Date(atMs).toISOString() }))
    await this.#w.call('marketing.event.track', { events: tracked })
  }

  async #give(person: Person): Promise<void> {
    const atMs = this.#nowMs
    const points = Math.round(this.#random() * 900 - 300) / 7
    if (this.#random() < 0.3) {
      const score = this.#one(['fit', 'engagement'] as const)
      const seen = await this.#w.call(update, { contactId: person.id, set: { [score]: points }, reason: 'Set' })
      const { min, max } = this.#model.bounds
      const wanted = Math.min(max, Math.max(min, points))
      assert.ok(Math.abs((seen[score] ?? NaN) - wanted) < 1e-9, `${score} is set to ${wanted}, not ${seen[score]}`)
      const { fit, decayed, plain } = this.#raw(person, atMs)
      const engagement = points < this.#model.floor ? Math.max(decayed, plain) : decayed
      person.manual.push({ score, points: points - (score === 'fit' ? fit : engagement), atMs, untilMs: Infinity })
      return
    }
    const untilMs = this.#random() < 0.5 ? Infinity : atMs + 1 + Math.round(this.#random() * 300 * hourMs)
    const expiresAt = untilMs === Infinity ? {} : { expiresAt: new Date(untilMs).toISOString() }
    await this.#w.call(update, { contactId: person.id, delta: points, reason: 'By hand', ...expiresAt })
    person.manual.push({ score: 'engagement', points, atMs, untilMs })
  }

  async #tag(person: Person): Promise<void> {
    const change = person.isTagged ? { removeTags: ['vip'] } : { addTags: ['vip'] }
    person.isTagged = !person.isTagged
    await this.#w.call('marketing.contact.update', { contactId: person.id, ...change })
  }

  async #merge(step: number): Promise<void> {
    const [into, from] = [this.#one(this.#people), this.#one(this.#people)]
    if (into === from) return
    await this.#w.call('marketing.contact.update', { contactId: into.id, mergeFrom: from.id })
    into.events.push(...from.events)
    into.manual.push(...from.manual)
    into.isTagged ||= from.isTagged
    this.#people = this.#people.filter((each) => each !== from)
    await this.#settle()
    await this.#make(step)
  }

  async #erase(person: Person, step: number): Promise<void> {
    await this.#w.call('marketing.contact.delete', { contactId: person.id, mode: 'erase' })
    this.#people = this.#people.filter((each) => each !== person)
    await this.#make(step)
  }

  /** A new model: all of it with a full recompute, or another decay and other bounds from now on. */
  async #remodel(isFull: boolean): Promise<void> {
    const hours = this.#one([null, 5, 24, 100])
    const before = this.#model
    const spans = [...(isFull ? [] : before.spans), { fromMs: this.#nowMs, hours }]
    const rules = isFull ? this.#rules() : before.rules
    const bounds = this.#one([
      { min: 0, max: 1_000 },
      { min: -100, max: 90 },
    ])
    this.#model = { rules, spans, bounds, floor: this.#one([0, 0, 10]) }
    const model = this.#sentModel(hours)
    const recompute = isFull ? ('full' as const) : ('forward' as const)
    const { preview } = await this.#w.call(update, { model, recompute, dryRun: true })
    await this.#w.call(update, { model, recompute })
    await this.#settle()
    const after: Record<string, number> = { cold: 0, warm: 0, hot: 0, mql: 0 }
    for (const { id } of this.#people) {
      const { status } = await this.#w.call(get, { contactId: id })
      after[status] = (after[status] ?? 0) + 1
    }
    assert.deepEqual(preview?.after, after, 'a preview is what happens')
  }

  #rules(): Rule[] {
    return ['a', 'b', 'c'].map((ruleId) => ({
      ruleId,
      event: this.#one(['app.opened', 'app.closed']),
      score: this.#one(['fit', 'engagement', 'engagement'] as const),
      points: Math.round(this.#random() * 300 - 60) / 10,
      ...(this.#random() < 0.7 ? { cap: { max: this.#one([0.3, 20, 45.5]), hours: this.#one([5, 24, 100]) } } : {}),
      ...(this.#random() < 0.5 ? { expiresHours: this.#one([3, 30, 200]) } : {}),
    }))
  }

  #sentModel(hours: number | null) {
    const { rules, floor, bounds } = this.#model
    const sent = rules.map(({ ruleId, event, score, points, cap, expiresHours }) => ({
      ruleId,
      name: ruleId,
      score,
      points,
      when: { event },
      ...(cap === undefined ? {} : { cap: { max: cap.max, per: `PT${cap.hours}H` } }),
      ...(expiresHours === undefined ? {} : { expiresAfter: `PT${expiresHours}H` }),
    }))
    const when = { field: 'tags', is: 'any', value: ['vip'] } as const
    const tagged = { ruleId: 'vip', name: 'VIP', score: 'fit', points: 12.5, when } as const
    return {
      rules: [...sent, tagged],
      decay: { halfLife: hours === null ? null : `PT${hours}H`, floor },
      bounds,
      thresholds,
    }
  }

  #halfLives(fromMs: number, toMs: number): number {
    return this.#model.spans.reduce((sum, { fromMs: startMs, hours }, index) => {
      const first = index === 0 ? fromMs : Math.max(fromMs, startMs)
      const last = Math.min(toMs, this.#model.spans[index + 1]?.fromMs ?? Infinity)
      return hours === null || last <= first ? sum : sum + (last - first) / (hours * hourMs)
    }, 0)
  }

  #parts({ events, manual }: Person): Part[] {
    const given = this.#model.rules.flatMap(({ event, score, points, cap, expiresHours }) => {
      const hits = events.filter(({ name }) => name === event).toSorted((one, other) => one.atMs - other.atMs)
      const granted: { atMs: number; size: number }[] = []
      for (const { atMs } of hits) {
        const inPeriod = granted.filter((each) => cap !== undefined && each.atMs > atMs - cap.hours * hourMs)
        const used = inPeriod.reduce((sum, { size }) => sum + size, 0)
        granted.push({ atMs, size: Math.min(Math.abs(points), Math.max(0, (cap?.max ?? Infinity) - used)) })
      }
      const lifeMs = expiresHours === undefined ? Infinity : expiresHours * hourMs
      return granted.map(({ atMs, size }) => ({
        score,
        points: Math.sign(points) * size,
        atMs,
        untilMs: atMs + lifeMs,
      }))
    })
    return [...given, ...manual]
  }

  #raw(person: Person, atMs: number): { fit: number; decayed: number; plain: number } {
    const sums = { fit: person.isTagged ? 12.5 : 0, decayed: 0, plain: 0 }
    for (const part of this.#parts(person)) {
      if (part.atMs > atMs || part.untilMs <= atMs) continue
      if (part.score === 'fit') sums.fit += part.points
      else {
        sums.decayed += part.points * 2 ** -this.#halfLives(part.atMs, atMs)
        sums.plain += part.points
      }
    }
    return sums
  }

  #score(person: Person, atMs: number) {
    const { min, max } = this.#model.bounds
    const bounded = (value: number) => Math.min(max, Math.max(min, value))
    const { fit: raw, decayed, plain } = this.#raw(person, atMs)
    const fit = bounded(raw)
    const engagement = bounded(Math.max(decayed, Math.min(this.#model.floor, plain)))
    return { fit, engagement, total: bounded(fit + engagement) }
  }

  async #check(where: string): Promise<void> {
    const offset = Math.round((this.#random() - 0.3) * 100 * hourMs)
    for (const person of this.#people) {
      const now = await this.#w.call(get, { contactId: person.id, include: ['breakdown'] })
      this.#compare(person, { seen: now, atMs: this.#nowMs, where })
      const then = new Date(this.#nowMs + offset).toISOString()
      const seen = await this.#w.call(get, { contactId: person.id, at: then })
      this.#compare(person, { seen, atMs: this.#nowMs + offset, where: `${where}, ${offset} ms off` })
      await this.#checkNext(person, { next: now.nextCrossing ?? null, where })
    }
  }

  #compare(
    person: Person,
    { seen, atMs, where }: { seen: { fit?: number; engagement?: number; total?: number }; atMs: number; where: string },
  ): void {
    const wanted = this.#score(person, atMs)
    // The state of a tag in the past is not kept by the test.
    const names = atMs < this.#nowMs ? (['engagement'] as const) : (['fit', 'engagement', 'total'] as const)
    for (const name of names) {
      assert.ok(
        Math.abs((seen[name] ?? NaN) - wanted[name]) < 1e-9,
        `${where}: ${name} ${seen[name]}, not ${wanted[name]}`,
      )
    }
  }

  async #checkNext(
    person: Person,
    { next, where }: { next: { threshold: string; direction: string; at: string } | null; where: string },
  ): Promise<void> {
    const rank = (atMs: number) => {
      const { total } = this.#score(person, atMs)
      return thresholds.filter(({ min }) => total >= min - 1e-9).length
    }
    const untilMs = next === null ? this.#nowMs + 2_000 * hourMs : Date.parse(next.at) - 1
    for (let part = 1; part <= 10; part += 1) {
      const atMs = Math.floor(this.#nowMs + ((untilMs - this.#nowMs) * part) / 10)
      assert.equal(rank(atMs), rank(this.#nowMs), `${where}: no other crossing before ${next?.at}`)
    }
    if (next === null) return
    const moved = rank(untilMs + 1) - rank(this.#nowMs)
    assert.equal(Math.sign(moved), next.direction === 'up' ? 1 : -1, `${where}: ${next.threshold} ${next.direction}`)
  }

  /** Each threshold is passed up and down in turn, and the last facts are the present state. */
  async #checkFacts(): Promise<void> {
    const reached = new Set<string>()
    for (const payload of this.#crossed.values()) {
      const key = `${String(payload['contactId'])} ${String(payload['threshold'])}`
      const isUp = payload['direction'] === 'up'
      assert.equal(reached.has(key), !isUp, `${key} ${isUp ? 'up' : 'down'} at ${String(payload['at'])}`)
      if (isUp) reached.add(key)
      else reached.delete(key)
    }
    for (const person of this.#people) {
      const { total } = this.#score(person, this.#nowMs)
      for (const { name, min } of thresholds) {
        assert.equal(reached.has(`${person.id} ${name}`), total >= min - 1e-9, `${person.id} ${name} at ${total}`)
      }
    }
  }
}

const seeds = Number(process.env['SCORE_SEEDS'] ?? (isThorough ? 2 : 1))
const firstSeed = Number(process.env['SCORE_SEED'] ?? 1)
for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
  test(`random models and histories have the scores of the closed formula, seed ${seed}`, async () => {
    await using w = await world()
    await new History(w, seed).run(Number(process.env['SCORE_STEPS'] ?? 30))
  })
}
