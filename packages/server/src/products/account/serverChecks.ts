import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import type { Attention, AttentionSource } from '#kit/nouns/attention.ts'
import { problem, reason } from '#kit/call/problem.ts'
import { companion, operation } from '#kit/nouns/operation.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, flag, nullable, oneOf } from '#kit/values/fields.ts'
import { serverHealthPort, type HealthCheck } from '#platform/observe/serverHealthPort.ts'

const operatorOnly = reason(
  'not_authorized',
  'operator_account_only',
  'The health of the server is for the account of its operator, the first live one.',
)

const results = ['ok', 'warn', 'fail'] as const
const check = closed({
  check: Type.String({ description: 'Subject of the check, such as `disk`.' }),
  result: oneOf(results, { description: 'ok: as it should be. warn: works, with a risk. fail: does not work.' }),
  says: Type.String({ description: 'The finding.' }),
  advice: nullable(Type.String({ description: 'The remedy of a warning or a failure.' })),
})
const setting = closed({
  name: Type.String({ description: 'Environment variable.' }),
  group: Type.String({ description: 'Part of the server that it is of.' }),
  about: Type.String({ description: 'Meaning.' }),
  isSecret: flag({ description: 'Whether the value is never shown.' }),
  isSet: flag({ description: 'Whether the environment sets it.' }),
  value: nullable(Type.String({ description: 'The value in effect; null for a secret and where there is none.' })),
})

export const operations = [
  operation('account.health.get', {
    route: 'GET /api/account/health/get',
    title: 'Health - Get',
    description:
      'Checks of the whole server, as `fairground doctor` makes them but for the audit log: for the account of the ' +
      'operator. The results may be ten seconds old.',
    scope: 'account.health:read',
    input: closed({}),
    output: closed({
      result: oneOf(results, { description: 'The worst result.' }),
      checkedAt: dateTime({ description: 'Time of the response.' }),
      checks: Type.Array(check, { description: 'Every check.' }),
    }),
    reasons: [operatorOnly],
    example: {},
    async handle(ctx) {
      await requireOperator(ctx)
      const checks = await ctx.port(serverHealthPort).examine()
      const result = results.findLast((each) => checks.some((found) => found.result === each)) ?? 'ok'
      return {
        result,
        checkedAt: ctx.now().toISOString(),
        checks: checks.map(({ advice = null, ...found }) => ({ ...found, advice })),
      }
    },
  }),
  operation('account.health.settings', {
    route: 'GET /api/account/health/settings',
    title: 'Health - Settings',
    description: 'Settings of the whole server with their values, secrets left out: for the account of the operator.',
    scope: 'account.health:read',
    input: closed({}),
    output: closed({ items: Type.Array(setting, { description: 'Every setting, by part.' }) }),
    reasons: [operatorOnly],
    example: {},
    async handle(ctx) {
      await requireOperator(ctx)
      return { items: ctx.port(serverHealthPort).settings.map((each) => ({ ...each })) }
    },
  }),
].map(companion)

async function requireOperator(ctx: Ctx): Promise<void> {
  if (!(await ctx.port(serverHealthPort).isOperator(ctx.account))) throw problem(operatorOnly)
}

/** Findings about the disk of the server, for the account of its operator. */
export const attention: readonly AttentionSource[] = [
  {
    scope: 'account.health:read',
    async find(ctx) {
      const health = ctx.port(serverHealthPort)
      if (!(await health.isOperator(ctx.account))) return []
      return (await health.lookAtDisk()).flatMap(findingOf)
    },
  },
]

function findingOf({ check: title, result, says, advice }: HealthCheck): Attention[] {
  if (result === 'ok') return []
  const severity = result === 'fail' ? 'bad' : 'warn'
  const detail = [says, advice].filter((text) => text !== undefined).join(': ')
  const heading = title === 'disk' ? 'Disk is nearly full' : `Server: ${title}`
  return [{ kind: 'account.health', severity, title: heading, detail, count: 1, recordId: null }]
}
