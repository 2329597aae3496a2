import { Fragment } from 'react'

/** A text that breaks before the `@` of an address first, where a line is too short for it. */
export function AddressText({ text }: { text: string }) {
  const [first = '', ...rest] = text.split(/(?=@)/)
  return (
    <>
      {first}
      {rest.map((part, index) => (
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  )
}
