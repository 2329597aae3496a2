import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { world } from '#test/world/world.ts'
import { isRole, roles, type Role } from './roles.ts'

const page = join(import.meta.dirname, '../../../../../../docs/roles.md')

/** Scopes of each role as the page of roles lists them. */
function scopesOnPage(): Map<Role, Set<string>> {
  const rows = readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  const listed = new Map(roles.map((role) => [role, new Set<string>()]))
  const [head = []] = rows
  for (const row of rows.filter(([, noun]) => noun !== 'Noun')) {
    row.forEach((cell, at) => {
      const role = head[at] ?? ''
      if (!isRole(role) || !/^[a-z]/.test(cell)) return
      for (const verb of cell.split(', ')) listed.get(role)?.add(`${row[1]}:${verb}`)
    })
  }
  return listed
}

test('each role calls exactly the operations of the page of roles, by session, in live and test account', async () => {
  await using w = await world()
  const listed = scopesOnPage()
  const operations = w.app.products
    .flatMap((product) => product.operations)
    .filter(({ credential, kinds }) => !['none', 'person'].includes(credential) && kinds.includes('business'))
  assert.ok(operations.length > 80)
  const wrong: string[] = []
  for (const role of roles) {
    const { send, headers } = await w.signIn(role)
    for (const account of [w.account.account, w.account.twin]) {
      for (const { id, scope } of operations) {
        const reply = await send(id, {}, { headers: { ...headers, 'x-account': account.publicId } })
        const isRefused = reply.status === 403 && reply.text.includes('"scope_missing"')
        const isGranted = listed.get(role)?.has(scope) ?? false
        if (isRefused === isGranted) wrong.push(`${role} ${account.mode} ${id}: ${reply.status}`)
        if (reply.status === 401 || reply.status >= 500) wrong.push(`${role} ${account.mode} ${id}: ${reply.text}`)
      }
    }
  }
  assert.deepEqual(wrong, [])
})

test('owners alone change members and the account; readers and analysts of products read', () => {
  const listed = scopesOnPage()
  const having = (scope: string) => roles.filter((role) => listed.get(role)?.has(scope))
  assert.deepEqual(having('account.member:read'), ['owner'])
  assert.deepEqual(having('account.member:write'), ['owner'])
  assert.deepEqual(having('account.account:write'), ['owner'])
  assert.deepEqual(having('account.key:write'), ['owner', 'developer'])
  assert.deepEqual(having('places.place:write'), ['owner', 'developer', 'operator'])
  assert.deepEqual(having('places.place:read'), roles)
  assert.deepEqual(having('account.delivery:write'), ['owner', 'developer', 'operator'])
  assert.deepEqual(having('account.fact:read'), ['owner', 'developer', 'operator', 'analyst'])
  assert.deepEqual(having('account.audit:read'), ['owner', 'developer', 'operator'])
  const readers = [...(listed.get('reader') ?? [])].filter((scope) => !scope.endsWith(':read'))
  assert.deepEqual(readers, [])
})
