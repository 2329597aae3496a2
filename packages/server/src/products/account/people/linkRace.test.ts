import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mailedLinkTokens } from '#test/world/personSteps.ts'
import { world } from '#test/world/world.ts'

test('an acceptance beside a removal or another mail of the invitation: the first of both counts', async () => {
  await using w = await world()
  for (const [count, rival] of ['account.member.delete', 'account.member.resend', 'account.member.delete'].entries()) {
    const email = `race${count}@example.com`
    const { id: memberId } = await w.call('account.member.create', { email, role: 'reader' })
    const person = await w.signIn('stranger', { email })
    const [token = ''] = await mailedLinkTokens(w, email)
    const [accepted, other] = await Promise.all([
      w.send('account.link.open', { token }, { key: null, headers: person.headers }),
      w.send(rival, { memberId }),
    ])
    if (accepted.status !== 200) assert.match(accepted.text, /link_ended/)
    if (other.status !== 200) assert.match(other.text, /invalid_transition/)
    const isMember = (await person.send('places.place.all')).status === 200
    assert.equal(isMember, accepted.status === 200 && rival === 'account.member.resend')
  }
})
