import { encodeAccountId } from '#kit/values/ids.ts'

/** Name of the folder that holds the files of an account in the store of media. */
export function accountFolder(accountId: number): string {
  return encodeAccountId(accountId).slice('acc_'.length)
}
