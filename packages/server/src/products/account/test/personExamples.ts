import type { Json } from '#test/world/world.ts'
import {
  addPasskey,
  addSecondFactor,
  codeAt,
  passkeyInput,
  passkeySignIn,
  type PersonSend,
} from '#test/world/personSteps.ts'
import type { Browser } from '#test/world/signedIn.ts'
import type { Scene, Stage } from '#test/conformance/stage.ts'
import { join } from '#products/account/people/member.ts'
import { hashPassword } from '#platform/secrets/password.ts'

const password = 'quiet harbour at night'
let hash: Promise<string> | undefined

/** A member of the scene with a password. */
async function withPassword(scene: Scene): Promise<Browser> {
  return scene.signIn({ passwordHash: await (hash ??= hashPassword(password)) })
}

/** Sends by the session of the person who also sends the example. */
function sender(scene: Scene, stage: Stage): PersonSend {
  return async (id, input) => {
    const of = stage.world.operation(id)
    return stage.send(of, input, await scene.caller(of))
  }
}

/** Sends by the session of one browser. */
function senderOf(stage: Stage, { headers }: Browser): PersonSend {
  return (id, input) => stage.send(stage.world.operation(id), input, { key: null, headers })
}

async function withCode(scene: Scene, stage: Stage): Promise<Json> {
  const at = stage.world.clock.now()
  const { secret } = await addSecondFactor(sender(scene, stage), at)
  return { code: codeAt(secret, at) }
}

/** Makes the people of a scene members with records, which follow their names. */
async function joinAll({ account, people }: Scene, { world }: Stage): Promise<void> {
  const ctx = world.app.operatorCtx(account, 'test')
  for (const { person, personId } of people) {
    const { id: personUuid, name, email } = person
    const joining = { personUuid, personId, name, email, role: 'owner', keepsRole: true } as const
    await ctx.atomic((inner) => join(inner, joining, false))
  }
}

/** Examples of operations of people: each needs a password, a code or a signature. */
export const personExamples: Record<string, (scene: Scene, stage: Stage) => Promise<Json>> = {
  async 'account.session.signIn'(scene) {
    const { person } = await withPassword(scene)
    return { email: person.email, password }
  },
  async 'account.session.confirm'(scene, stage) {
    const browser = await withPassword(scene)
    const send = senderOf(stage, browser)
    const at = stage.world.clock.now()
    const { secret } = await addSecondFactor(send, at)
    const reply = await send('account.session.signIn', { email: browser.person.email, password })
    return { ticket: Object(reply.body['data']).ticket, code: codeAt(secret, at) }
  },
  async 'account.session.passkey'(scene, stage) {
    const send = senderOf(stage, await scene.signIn())
    const { authenticator } = await addPasskey(send)
    return passkeySignIn(send, authenticator)
  },
  async 'account.person.update'(scene, stage) {
    await joinAll(scene, stage)
    return { name: 'Mira Sander', timeZone: 'Europe/Berlin' }
  },
  'account.person.forgot': async (scene) => ({ email: (await scene.signIn()).person.email }),
  'account.passkey.create': async (scene, stage) => passkeyInput(sender(scene, stage)),
  async 'account.passkey.update'(scene, stage) {
    const { passkeyId } = await addPasskey(sender(scene, stage))
    return { passkeyId, name: 'Telephone' }
  },
  async 'account.passkey.delete'(scene, stage) {
    const send = sender(scene, stage)
    await addPasskey(send)
    const { passkeyId } = await addPasskey(send)
    return { passkeyId }
  },
  async 'account.secondFactor.confirm'(scene, stage) {
    const reply = await sender(scene, stage)('account.secondFactor.start', {})
    return { code: codeAt(Object(reply.body['data']).secret, stage.world.clock.now()) }
  },
  'account.secondFactor.disable': withCode,
  'account.secondFactor.renewCodes': withCode,
}
