import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { mailPort } from '#platform/mail/mailPort.ts'
import type { Account } from '#kit/call/context.ts'
import type { App } from '#app/app.ts'
import { makeConsoleLink } from '#app/consoleLink.ts'
import { pngOf } from '#test/world/sampleImages.ts'
import type { Recipe } from '#test/conformance/recipe.ts'
import type { Scene, Stage } from '#test/conformance/stage.ts'
import { codeIdOf, digitsOf, linkProofOf, makeCode } from '#products/account/viewers/viewerCode.ts'
import { personExamples } from './personExamples.ts'

const keyCreate = 'account.key.create'

/** Facts, deliveries and log rows, which other operations create. */
export const recipe: Recipe = {
  happen: {
    'account.audit': makeKeys,
    'account.image': async (scene, { world }, count) => {
      for (let made = 0; made < count; made++) {
        const { url } = await world.call('account.image.requestUpload', {}, { key: scene.key })
        const { pathname, search } = new URL(url)
        const payload = pngOf(randomInt(2 ** 24))
        const reply = await world.app.server.inject({ method: 'PUT', url: `${pathname}${search}`, payload })
        assert.equal(reply.statusCode, 200, reply.body)
      }
    },
    'account.fact': makeKeys,
    'account.delivery': async (scene, stage, count) => {
      await scene.make('account.webhookEndpoint', { url: 'http://127.0.0.1:45871/', facts: ['*'] })
      await makeKeys(scene, stage, count)
    },
    'account.job': async (scene, stage, count) => {
      await stage.world.app.pools.work.query(deadJobsSql, [scene.account.id, count])
    },
    'account.mail': async (scene, stage, count) => {
      for (let sent = 0; sent < count; sent++) {
        const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello Ada', idempotencyKey: randomUUID() }
        await stage.world.app.kernel.ports.get(mailPort).send(scene.account, mail)
      }
    },
    // The request log keeps every refusal, but may drop successes of a flood.
    'account.request': async (scene, stage, count) => {
      const create = stage.operation(keyCreate)
      for (let refused = 0; create !== undefined && refused < count; refused++) await scene.send(create, {})
    },
  },
  examples: {
    ...personExamples,
    'account.viewer.requestCode': async ({ account }) => ({
      accountId: account.publicId,
      email: `${randomUUID()}@example.com`,
    }),
    'account.viewer.signOut': async ({ account }) => ({ accountId: account.publicId }),
    'account.viewer.get': async ({ account }) => ({ accountId: account.publicId }),
    'account.viewer.signIn': async (scene, stage) => {
      const { ctx, uuid } = await viewerCode(scene, stage)
      return { codeId: codeIdOf(ctx, uuid), code: digitsOf(ctx, uuid) }
    },
    'account.viewer.openLink': async (scene, stage) => {
      const { ctx, uuid } = await viewerCode(scene, stage)
      return { codeId: codeIdOf(ctx, uuid), proof: linkProofOf(ctx, uuid) }
    },
    'account.link.get': async (scene, { world }) => ({ token: await consoleToken(world.app, scene.account) }),
    'account.link.passkeyOptions': async (scene, { world }) => ({
      token: await consoleToken(world.app, scene.account),
      email: `owner-${randomUUID()}@example.com`,
    }),
    'account.link.open': async (scene, { world }) => ({
      token: await consoleToken(world.app, scene.account),
      email: `owner-${randomUUID()}@example.com`,
      name: 'Mira',
      password: 'quiet harbour at night',
    }),
  },
  endsAccess: { 'account.session.end': 'it ends the session of its caller' },
  // The request log grows while it is read, so the test lists requests of another operation only.
  still: { 'account.request.all': { operation: keyCreate } },
  keptAfterwards: {
    'account.job.runAgain': 'the response shows the result of an effect',
    'account.delivery.resend': 'the response shows the result of an effect',
  },
}

/** A code of a new viewer. */
async function viewerCode({ account }: Scene, { world }: Stage) {
  const ctx = world.app.operatorCtx(account, 'test')
  const uuid = await ctx.atomic((inner) => makeCode(inner, `${randomUUID()}@example.com`))
  return { ctx, uuid }
}

async function makeKeys(scene: Scene, _stage: Stage, count: number): Promise<void> {
  for (let made = 0; made < count; made++) await scene.make('account.key')
}

/** The token of a link into the console of an account. */
async function consoleToken(app: App, account: Account): Promise<string> {
  const address = await makeConsoleLink(app, account)
  return address.slice(address.indexOf('#') + 1)
}

/** Dead jobs of a task that no product has: a run does nothing. */
const deadJobsSql = `insert into ops_job (id, account_id, pace, kind, name, fact_id, fact_name, subject,
   subject_version, payload, cause, depth, is_silent, told_at, run_at, status, attempts, last_error, finished_at)
 select gen_random_uuid(), $1, 'quick', 'task', 'account.job.lost', gen_random_uuid(), '', '', 0, '{}', 'test', 0,
   false, now(), now(), 'dead', 10, 'lost', now() from generate_series(1, $2::integer)`
