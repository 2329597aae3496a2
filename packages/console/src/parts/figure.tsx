import type { ReactNode } from 'react'
import './figure.css'

/** Figures of a record beside each other. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="figures">{children}</dl>
}

/** One figure with its name, and a note below it. */
export function Figure({ name, value, note }: { name: string; value: ReactNode; note?: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {note === undefined ? null : <small className="figures-note">{note}</small>}
      </dd>
    </div>
  )
}
