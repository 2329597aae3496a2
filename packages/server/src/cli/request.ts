import { findRequest } from '#products/account/requestLog.ts'
import { exitCodes, UsageError, type Command } from './command.ts'
import { asOperator } from './operator.ts'

/** Commands on recent requests. */
export const requestCommands: readonly Command[] = [
  {
    name: 'request show',
    about: 'Shows the outcome of a request of any caller, by the requestId of its answer.',
    positionals: [{ name: 'request', about: 'req_…', isRequired: true }],
    async run(given) {
      const id = given.needed('request')
      if (!/^req_[0-9a-z]{26}$/.test(id))
        throw new UsageError(`${id} is not a request id: they look like req_ and 26 more.`)
      const found = await asOperator(given, ({ db }) => findRequest(db, id))
      if (found === undefined) {
        given.output.warning(`${id} is not in the request log: it is older than 7 days, shed under load, or unknown.`)
        return exitCodes.failed
      }
      given.output.record(found)
      return exitCodes.done
    },
  },
]
