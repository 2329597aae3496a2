import { useScope, useSession } from '#console/app/session.tsx'
import { isRecordId } from '#console/parts/cards.ts'
import { useRead } from '#console/parts/recordQueries.ts'
import { RecordLink } from './recordLink.tsx'

type Members = { items: { id: string; personId: string | null; name: string; email: string }[] }

const membersMax = 100

/** Whether a text is the id of a person. */
export function isPersonId(text: string): boolean {
  return /^per_[0-9a-z]{26}$/.test(text)
}

/** The author of a change: the name of a person or key, else the reaction, task or command as the log names it. */
export function ActorName({ actor }: { actor: string }) {
  const own = useSession()?.person
  const isOn = useScope()('account.member:read') && isPersonId(actor) && actor !== own?.personId
  const { data } = useRead<Members>('account.member.all', { limit: membersMax }, { isOn })
  if (isRecordId(actor)) return <RecordLink id={actor} />
  if (own?.personId === actor) return <span title={own.email}>{own.name || own.email}</span>
  const member = data?.items.find(({ personId }) => personId === actor)
  if (member !== undefined) return <span title={member.email}>{member.name || member.email}</span>
  return <span title={actor}>{isPersonId(actor) ? `…${actor.slice(-6)}` : actor}</span>
}
